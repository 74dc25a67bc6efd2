// Sorts and filters; the page reads well without it.
for (const table of document.querySelectorAll("table.sort")) {
  const body = table.tBodies[0];
  const value = (row, at) => { const cell = row.cells[at]; return cell.dataset.k === undefined ? cell.textContent : Number(cell.dataset.k); };
  [...table.tHead.rows[0].cells].forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button"; button.textContent = head.textContent; head.textContent = ""; head.append(button);
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
const open = () => document.querySelectorAll("details").forEach(part => { part.open = true; });
window.addEventListener("beforeprint", open);
