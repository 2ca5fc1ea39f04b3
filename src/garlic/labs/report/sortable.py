"""The script of the class's page: sorts and filters its table.

Without scripts the table is complete and in order of places; the controls are made by the script.
The page's policy allows this script alone, by its hash.
"""

SORTABLE = """
(() => {
  const table = document.querySelector('table.sortable');
  if (!table) return;
  const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
  const value = (row, column) => {
    const cell = row.cells[column], text = cell.textContent.trim();
    const number = parseFloat(text.replace(',', '.'));
    return /^-?[\\d.]+/.test(text) ? number : text === '' || /^[–?-]$/.test(text) ? null : text;
  };
  const compare = (a, b) => {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return String(a).localeCompare(String(b), document.documentElement.lang);
  };
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach((other) => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const keyed = rows.map((row, place) => ({ row, place, key: value(row, column) }));
      keyed.sort((a, b) => {
        if (a.key === null || b.key === null) return compare(a.key, b.key) || a.place - b.place;
        return (down ? -1 : 1) * compare(a.key, b.key) || a.place - b.place;
      });
      body.append(...keyed.map((entry) => entry.row));
    });
  });
  const label = document.createElement('label');
  const field = document.createElement('input');
  const count = document.createElement('output');
  field.type = 'search';
  label.append(table.dataset.filter + ' ', field);
  label.className = 'filter';
  count.className = 'soft';
  const show = () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    count.value = words.length ? ` ${shown} / ${rows.length}` : '';
  };
  field.addEventListener('input', show);
  table.parentElement.before(label, count);
})();
"""

SORTABLE_STYLE = """
th button { all: unset; cursor: pointer; font: inherit; color: inherit; }
th button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
th[aria-sort=ascending] button::after { content: " ▲"; }
th[aria-sort=descending] button::after { content: " ▼"; }
.filter input { font: inherit; color: inherit; background: var(--panel); padding: .2rem .5rem;
  border: 1px solid var(--soft); border-radius: 6px; max-width: 100%; }
@media print { .filter { display: none; } }
"""
