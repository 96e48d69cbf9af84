// Lays out the rows of a display by its height: as few pages as hold them at the smallest readable size, then as large
// as still fits on that many pages. Without it they form one long table.

const SIZES = [2.6, 2.4, 2.2, 2, 1.85, 1.7, 1.6, 1.5, 1.4, 1.3, 1.22, 1.15, 1.07, 1];
// How high a row is whose name stands in one line, in its letters' size, and from where on it takes more.
const LINE = 1.287;
const TWO_LINES = 1.8;
// So many of the names may go on in a second line where the rows are set larger; more of them are harder to find.
const BROKEN = 0.08;
const phone = matchMedia("(width < 48rem) and (height < 60rem)");

let known = { of: "" };

/** All rows back in one table on one page, each with the cut below it. */
function gathered(board) {
  const rows = [...board.querySelectorAll("tbody tr")];
  const [page, ...others] = board.querySelectorAll(".wall__page");
  const [table, ...tables] = page.querySelectorAll("table");
  for (const other of [...others, ...tables]) other.remove();
  table.tBodies[0].replaceChildren(...rows);
  page.classList.add("is-shown");
  const groups = [];
  for (const row of rows) {
    if (row.classList.contains("wall__cut")) groups.at(-1).push(row);
    else groups.push([row]);
  }
  return { page, table, groups };
}

/** The rows in pages of columns, at this size. The corner with the code takes its height from the last column of a page. */
function filled(board, { table, groups }, columns, size) {
  board.dataset.columns = columns;
  board.style.setProperty("--size", size);
  const all = board.getBoundingClientRect();
  const corner = document.querySelector(".wall__corner")?.getBoundingClientRect();
  const whole = all.height - table.tHead.getBoundingClientRect().height;
  const beside = whole - (corner?.height ? Math.max(0, all.bottom - corner.top) : 0);
  const heights = groups.map((rows) => rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0));
  const pages = [];
  let left = 0;
  groups.forEach((rows, at) => {
    if (heights[at] > left) {
      if (!pages.length || pages.at(-1).length === columns) pages.push([]);
      pages.at(-1).push([]);
      left = pages.at(-1).length === columns ? beside : whole;
    }
    pages.at(-1).at(-1).push(...rows);
    left -= heights[at];
  });
  const letters = parseFloat(getComputedStyle(table).fontSize);
  const isTooWide = table.offsetWidth > parseFloat(getComputedStyle(table.parentElement).gridTemplateColumns) + 1;
  const broken = groups.filter(([row]) => row.offsetHeight > TWO_LINES * letters).length;
  return { pages, columns, size, whole, line: LINE * letters, broken: isTooWide ? Infinity : broken };
}

/** The fewest pages, and on so many the largest rows; as they stood before, where as many still fit so. */
function best(board, parts) {
  const of = [board.dataset.name, parts.groups.length, board.clientWidth, board.clientHeight].join();
  if (known.of === of) {
    const again = filled(board, parts, known.columns, known.size);
    if (again.pages.length <= known.pages) return again;
  }
  const least = Array.from({ length: Number(board.dataset.most) }, (_, at) => filled(board, parts, at + 1, 1));
  const fewest = Math.min(...least.map(({ pages }) => pages.length));
  const onFewest = least.filter(({ pages }) => pages.length === fewest);
  const allowed = Math.max(BROKEN * parts.groups.length, Math.min(...onFewest.map(({ broken }) => broken)));
  const hasRoom = ({ columns, whole, line }, size) => parts.groups.length * line * size <= fewest * columns * whole;
  const tried = SIZES.flatMap((size) => least.filter((one) => hasRoom(one, size)).map(({ columns }) => [columns, size]));
  let [found] = onFewest;
  for (const [columns, size] of tried) {
    const laid = filled(board, parts, columns, size);
    if (laid.pages.length === fewest && laid.broken <= allowed) {
      found = laid;
      break;
    }
  }
  known = { of, columns: found.columns, size: found.size, pages: fewest };
  return found;
}

function build(board, { page, table }, { pages, columns, size }) {
  table.tBodies[0].replaceChildren();
  const sections = pages.map((filledColumns, at) => {
    const section = page.cloneNode(true);
    section.dataset.page = `${board.dataset.name}-${at + 1}`;
    section.setAttribute("aria-label", board.dataset.said.replace("{number}", at + 1).replace("{pages}", pages.length));
    const main = section.querySelector(".wall__main");
    const empty = main.querySelector("table");
    main.replaceChildren(...filledColumns.map((rows) => {
      const column = empty.cloneNode(true);
      column.tBodies[0].append(...rows);
      return column;
    }));
    return section;
  });
  board.dataset.columns = columns;
  board.style.setProperty("--size", size);
  board.replaceChildren(...sections);
}

/** Lay out the rows that the frame shows. Whoever calls it says then which page is shown. */
export function layOut() {
  const board = document.getElementById("rows");
  if (!board) return;
  const parts = gathered(board);
  const number = document.getElementById("turn");
  number.hidden = true;
  if (phone.matches) return;
  let laid = best(board, parts);
  if (laid.pages.length > 1) {
    // Which page it is stands above the code, and takes its place too.
    number.hidden = false;
    number.textContent = board.dataset.said;
    laid = best(board, parts);
  }
  build(board, parts, laid);
}
