// Moves the front peg of a street of 30 holes, as drawn by tournaments/templatetags/pegboard.py, while cards come in.

const HOLES = 30;
const GAP = 0.7;
const TAIL = 0.4;

const stepsTo = (hole) => hole - 0.5 + GAP * Math.floor((hole - 1) / 5);
const WIDTH = stepsTo(HOLES) + 0.5;
const place = (steps) => `${((100 * steps) / WIDTH).toFixed(3)}%`;

function part(svg, name, kind) {
  const found = svg.querySelector(`[class="${kind}"]`);
  if (found) return found;
  const made = document.createElementNS(svg.namespaceURI, name);
  made.setAttribute("class", kind);
  svg.append(made);
  return made;
}

/** Show that `value` of all cards are in: in figures, in words, and on the street. */
export function moveFront(meter, value) {
  const track = meter.querySelector(".track");
  const most = Number(track.getAttribute("aria-valuemax"));
  if (track.getAttribute("aria-valuenow") === String(value)) return;
  meter.querySelector(".meter__num").firstChild.textContent = `${value} `;
  const text = track.getAttribute("aria-valuetext");
  track.setAttribute("aria-valuetext", text.replace(track.getAttribute("aria-valuenow"), value));
  track.setAttribute("aria-valuenow", value);
  track.classList.toggle("track--idle", value === 0);
  track.classList.toggle("track--done", most > 0 && value >= most);
  const svg = track.querySelector("svg");
  const hole = Math.min(HOLES, Math.ceil((value * HOLES) / most));
  if (!hole) return;
  const street = svg.querySelector("line");
  const pegged = part(svg, "line", "track__holes track__holes--pegged");
  for (const name of ["x1", "y1", "y2", "stroke-dasharray"]) pegged.setAttribute(name, street.getAttribute(name));
  pegged.setAttribute("x2", place(stepsTo(hole) + TAIL));
  pegged.setAttribute("pathLength", (stepsTo(hole) - stepsTo(1) + TAIL).toFixed(1));
  for (const [kind, radius] of [["track__front", 10], ["track__ring", 5]]) {
    const peg = part(svg, "circle", kind);
    for (const [name, given] of [["cx", place(stepsTo(hole))], ["cy", "50%"], ["r", radius]]) peg.setAttribute(name, given);
  }
}
