// A second click sends nothing. Back to the old page is a new attempt.
addEventListener('submit', (event) => {
  const form = event.target
  if (form.ariaBusy) event.preventDefault()
  form.ariaBusy = true
  setTimeout(() => form.ariaBusy = null, 5000)
})
addEventListener('pageshow', ({ persisted }) => {
  for (const key of persisted ? document.getElementsByName('key') : []) {
    key.value = crypto.getRandomValues(new Uint32Array(4)).join('-')
    key.form.ariaBusy = null
  }
})
