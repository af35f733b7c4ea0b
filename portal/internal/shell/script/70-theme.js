// The theme changes in place: to leave the page would lose a form that is being
// filled in. Where the choice cannot be kept so, the form is sent as without
// scripts, and the portal says what is wrong.
addEventListener('DOMContentLoaded', () => {
  const form = document.querySelector('[action$="/theme"]')
  const root = document.documentElement

  const wear = (chosen) => {
    const theme = chosen.value == 'system' ? '' : chosen.value
    if (theme) root.dataset.theme = theme
    else delete root.dataset.theme
    document.querySelector('[name=color-scheme]').content = theme || 'light dark'
    for (const button of form.querySelectorAll('button')) button.ariaPressed = button == chosen
  }

  const keep = async (chosen) => {
    const body = new URLSearchParams(new FormData(form, chosen))
    const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true })
    if (answer.type != 'opaqueredirect') throw answer
  }

  form.onsubmit = (event) => {
    event.preventDefault()
    const chosen = event.submitter
    wear(chosen)
    keep(chosen).catch(() => {
      form.onsubmit = null
      form.requestSubmit(chosen)
    })
  }
})
