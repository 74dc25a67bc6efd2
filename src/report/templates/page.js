// Sorts and filters; the page reads well without it.
for (const table of document.querySelectorAll("table.sort")) {
  const body = table.tBodies[0];
  const value = (row, at) => { const cell = row.cells[at]; return cell.dataset.k === undefined ? cell.textContent : Number(cell.dataset.k); };
  [...table.tHead.rows[0].cells].forEach((head, at) => {
    // No button element: Chromium does not repeat a header that holds one on the next page.
    const button = document.createElement("span");
    button.setAttribute("role", "button"); button.tabIndex = 0; button.textContent = head.textContent; head.textContent = ""; head.append(button);
    button.addEventListener("keydown", event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); button.click(); } });
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [value(a, at), value(b, at)];
        const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), document.documentElement.lang);
        return up ? order : -order;
      });
      body.append(...rows);
    });
  });
  if (body.rows.length > 12) {
    const box = document.createElement("label"); box.className = "filter";
    const input = document.createElement("input"); input.type = "search"; input.placeholder = input.ariaLabel = document.body.dataset.filter;
    input.addEventListener("input", () => { const want = input.value.toLowerCase(); for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(want); });
    box.append(input); table.closest(".wide").before(box);
  }
}
// Folded parts are printed, and folded again.
let folded = [];
addEventListener("beforeprint", () => { folded = [...document.querySelectorAll("details:not([open])")]; for (const part of folded) part.open = true; });
addEventListener("afterprint", () => { for (const part of folded) part.open = false; folded = []; });
