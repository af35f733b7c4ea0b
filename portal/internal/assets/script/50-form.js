// As a field is left, policy speaks of the touched ones: on the page of Check,
// read as a document that cannot run.
addEventListener('DOMContentLoaded', () => {
  const form = document.querySelector('[data-live]')
  if (!form) return
  const at = (id) => document.getElementById(id)
  const touched = new Set()
  let call, answer, last, dirty, pressed, letting

  const follow = () => {
    for (const to of form.querySelectorAll('[data-follows]')) to.textContent = form[to.dataset.follows].value || '–'
  }

  // What has the focus stays: to replace it would lose the place on the page.
  const replace = (old, fresh) => {
    if (old.contains(document.activeElement) || old.isEqualNode(fresh)) return false
    old.replaceWith(fresh.cloneNode(true))
    return true
  }

  // Returns what is to be spoken. A field that is being written keeps its
  // advice.
  const advise = (old) => {
    const name = old.id.replace('-messages', '')
    const fresh = answer.getElementById(old.id)
    if (name == dirty || !replace(old, fresh)) return ''
    at(name).ariaInvalid = answer.getElementById(name).ariaInvalid
    const words = fresh.textContent || 'Resolved'
    return name == last ? words : at(name).closest('.field').querySelector('label, .label').textContent + ': ' + words
  }

  // What has the focus also stays where it is on the screen, whatever comes
  // above it.
  const steady = (change) => {
    const here = document.activeElement
    const top = here.getBoundingClientRect().top
    change()
    if (top >= 0 && top < innerHeight) scrollBy(0, here.getBoundingClientRect().top - top)
  }

  const show = () => {
    if (!answer || pressed) return
    steady(() => {
      const words = [...form.querySelectorAll('.messages')].map(advise).filter(Boolean)
      replace(at('verdict'), answer.getElementById('verdict'))
      if (words.length) say(words.join(' '))
    })
  }

  // The newest answer counts.
  const take = ({ target }) => {
    if (target != call) return
    if (target.status == 200) answer = target.response
    else at('verdict').textContent = 'No answer. Submit checks it all.'
    show()
  }

  const ask = (name) => {
    touched.add(last = name)
    dirty = ''
    answer = undefined
    call = new XMLHttpRequest()
    call.open('POST', form.dataset.live)
    call.responseType = 'document'
    call.onloadend = take
    const sent = new FormData(form)
    for (const field of touched) sent.append('touched', field)
    call.send(new URLSearchParams(sent))
  }

  // An answer that comes while something is pressed would move it from under the
  // pointer, and the press would be lost: it waits until the click is through. A
  // list that opens swallows the end of the press, and a finger's click comes
  // after it.
  const letGo = (wait) => {
    clearTimeout(letting)
    letting = setTimeout(() => {
      pressed = false
      show()
    }, wait)
  }
  addEventListener('pointerdown', ({ button, target }) => {
    clearTimeout(letting)
    pressed = !button && !target.closest('select')
  })
  addEventListener('pointerup', () => letGo(300))
  addEventListener('click', () => letGo(0))
  addEventListener('pointercancel', () => letGo(0))
  addEventListener('pointermove', ({ buttons }) => { if (pressed && !buttons) letGo(0) })

  form.oninput = ({ target }) => {
    dirty = target.name
    follow()
  }
  form.onchange = ({ target }) => ask(target.name)
  form.addEventListener('focusout', () => {
    dirty = ''
    setTimeout(show)
  })
  form.onkeydown = ({ key, ctrlKey, metaKey }) => { if (key == 'Enter' && (ctrlKey || metaKey)) form.requestSubmit() }
  form.onsubmit = () => { call = answer = undefined }
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
