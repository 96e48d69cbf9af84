// Minutes and seconds, the same for every clock.

export function written(seconds) {
  const all = Math.abs(seconds);
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}
