// As a field is left, policy speaks of the touched ones: on the page of Check,
// read as a document that cannot run.
addEventListener('DOMContentLoaded', () => {
  const form = document.querySelector('[data-live]')
  if (!form) return
  const at = (id) => document.getElementById(id)
  const touched = new Set()
  let call, answer, last, dirty, pressed, letting, filled

  const label = (name) => at(name).closest('.field').querySelector('label, .label').textContent
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
    return name == last ? words : label(name) + ': ' + words
  }

  // What has the focus also stays where it is on the screen, whatever comes
  // above it.
  const steady = (change) => {
    const here = document.activeElement
    const top = here.getBoundingClientRect().top
    change()
    if (top >= 0 && top < innerHeight) scrollBy(0, here.getBoundingClientRect().top - top)
  }

  // Fixes are told as they come or change; as they go, what policy says now is.
  const show = () => {
    if (!answer || pressed) return
    steady(() => {
      const passing = at('passing')
      if (passing && !passing.contains(document.activeElement)) passing.remove()
      const words = [filled, ...[...form.querySelectorAll('.messages')].map(advise)]
      filled = ''
      replace(at('verdict'), answer.getElementById('verdict'))
      if (replace(at('fixes'), answer.getElementById('fixes'))) words.push((at('fixes').querySelector('.panel-head') || at('verdict')).innerText)
      const spoken = words.filter(Boolean).join(' ')
      if (spoken) say(spoken)
    })
  }

  // The newest answer counts.
  const take = ({ target }) => {
    if (target != call) return
    if (target.status == 200) answer = target.response
    else {
      at('verdict').textContent = 'No answer. Submit checks it all.'
      at('fixes').hidden = true
    }
    show()
  }

  const ask = (...names) => {
    last = names[0]
    for (const name of names) touched.add(name)
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
    const use = new URLSearchParams(event.target.value)
    const names = [...use.keys()]
    for (const [name, value] of use) {
      const input = at(name)
      if (input.type == 'checkbox') input.checked = value == 'true'
      else input.value = value
    }
    const first = at(names[0])
    const folded = first.closest('details')
    if (folded) folded.open = true
    first.focus()
    follow()
    ask(...names)
    filled = 'Filled in: ' + names.map(label).join(', ') + '.'
  }
  addEventListener('pageshow', follow)
})
