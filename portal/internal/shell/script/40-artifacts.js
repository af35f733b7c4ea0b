// Opens and closes all details of the panel that the buttons stand in. Without
// scripts the buttons stay hidden, and each opens on its own.
addEventListener('DOMContentLoaded', () => {
  for (const tools of document.querySelectorAll('[data-open]')) {
    tools.hidden = false
    tools.addEventListener('click', ({ target }) => {
      for (const details of tools.closest('section').querySelectorAll('details')) details.open = target.value
    })
  }
})
// The tree marks the files that are open.
addEventListener('toggle', ({ target }) => {
  const id = target.querySelector('[id]')?.id
  document.querySelector(`.tree a[href="#${id}"]`)?.setAttribute('aria-current', target.open)
}, true)
