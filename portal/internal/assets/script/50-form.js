// As a field is left, policy speaks of the touched ones: on the page of Check,
// read as a document that cannot run.
addEventListener('DOMContentLoaded', () => {
  const form = document.querySelector('[data-live]')
  if (!form) return
  const at = (id) => document.getElementById(id)
  const touched = new Set()
  let call, last, dirty

  const follow = () => {
    for (const to of form.querySelectorAll('[data-follows]')) to.textContent = form[to.dataset.follows].value || '–'
  }

  // The newest answer counts; a field that is being written keeps its advice.
  const show = ({ target }) => {
    if (target != call) return
    if (call.status != 200) return at('verdict').textContent = 'No answer. Submit checks it all.'
    const fresh = call.response
    for (const old of form.querySelectorAll('.said')) {
      const said = fresh.getElementById(old.id)
      const name = old.id.slice(0, -5)
      if (name == dirty || old.contains(document.activeElement) || old.isEqualNode(said)) continue
      if (name == last) at('live').textContent = said.textContent
      old.replaceWith(said)
      at(name).ariaInvalid = fresh.getElementById(name).ariaInvalid
    }
    at('verdict').replaceWith(fresh.getElementById('verdict'))
  }

  const ask = (name) => {
    touched.add(last = name)
    dirty = ''
    call = new XMLHttpRequest
    call.open('POST', form.dataset.live)
    call.responseType = 'document'
    call.onloadend = show
    const sent = new FormData(form)
    for (const field of touched) sent.append('touched', field)
    call.send(new URLSearchParams(sent))
  }

  form.oninput = ({ target }) => {
    dirty = target.name
    follow()
  }
  form.onchange = ({ target }) => ask(target.name)
  form.onkeydown = ({ key, ctrlKey }) => { if (ctrlKey && key == 'Enter') form.requestSubmit() }
  form.onclick = (event) => {
    if (event.target.name != 'use') return
    event.preventDefault()
    const use = event.target.value
    const [name] = use.split('=', 1)
    const input = at(name)
    input.value = use.slice(name.length + 1)
    input.checked = true
    input.focus()
    follow()
    ask(name)
  }
  addEventListener('pageshow', follow)
})
