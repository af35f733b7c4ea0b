// While the form is written, policy speaks: the portal's page of Check is asked for,
// read as a document that cannot run, and its parts replace those here.
addEventListener('DOMContentLoaded', () => {
  const form = document.querySelector('[data-live]')
  if (!form) return
  const at = (id) => document.getElementById(id)
  const { elements, dataset } = form
  // Only fields that were left have messages; a form that came filled in was left whole.
  const names = [...elements].map(({ name }) => name)
  const touched = new Set(dataset.typed ? names : [])
  let changed = dataset.typed == 'sent'
  let call, answer, dirty, pressed, letting, waiting, filled, used = ''

  const label = (name) => at(name).closest('.field').querySelector('label, .label').textContent
  const follow = () => {
    for (const to of form.querySelectorAll('[data-follows]')) {
      const { value } = elements[to.dataset.follows]
      const digits = value.replace(/\s|,(?=\d{3})/g, '')
      to.textContent = to.dataset.unit && /^\d+$/.test(digits) ? (+digits).toLocaleString('en') + to.dataset.unit : value || '–'
    }
  }

  // An old verdict is not that of what is written now.
  const stale = (is) => {
    form.classList.toggle('stale', is)
    form.querySelector('.checking').hidden = !is
  }

  // What has the focus stays: to replace it would lose the place on the page. Returns
  // what is to be spoken.
  const replace = (old) => {
    const name = old.id.replace('-messages', '')
    const fresh = answer.getElementById(old.id)
    // A field that is being written keeps its advice until it is right.
    if (!fresh || name == dirty && fresh.hasChildNodes() || old.isEqualNode(fresh)) return ''
    if (old.contains(document.activeElement)) {
      // A cell that was chosen keeps the focus; what it says is new.
      const cells = fresh.querySelectorAll('.grid button')
      for (const [i, cell] of old.querySelectorAll('.grid button').entries()) {
        cell.ariaCurrent = cells[i]?.ariaCurrent
        cell.replaceChildren(...cells[i]?.cloneNode(true).childNodes || [])
      }
      return ''
    }
    if (name != old.id) {
      // The one region of an installation is no input.
      const [here, there] = [document, answer].map((page) => page.querySelector('[aria-describedby~="' + old.id + '"]'))
      if (here && there) here.ariaInvalid = there.ariaInvalid
    }
    const { say = name == old.id ? '' : label(name) + ': resolved.' } = fresh.dataset
    old.replaceWith(fresh.cloneNode(true))
    return say
  }

  // What has the focus also stays where it is on the screen, whatever comes
  // above it.
  const steady = (change) => {
    const here = document.activeElement
    const top = here.getBoundingClientRect().top
    change()
    if (top >= 0 && top < innerHeight) scrollBy(0, here.getBoundingClientRect().top - top)
  }

  // What is corrected is struck from the summary, which goes with the last of it.
  const solve = () => {
    const problem = at('problem')
    const open = [...problem?.querySelectorAll('li') || []].filter((item) => {
      const field = item.querySelector('a')?.hash.slice(1)
      const faulty = answer.getElementById(field + '-messages')?.querySelector('.fault')
      item.style.textDecoration = faulty ? '' : 'line-through'
      return faulty
    })
    if (!problem || open.length) return
    problem.remove()
    document.title = document.title.replace('Error: ', '')
  }

  const show = () => {
    if (!answer || pressed) return
    steady(() => {
      const passing = at('passing')
      if (passing && !passing.contains(document.activeElement)) passing.remove()
      solve()
      const words = [filled, ...[...form.querySelectorAll('.messages, .price, #fixes, #whatif, #verdict')].map(replace)]
      filled = ''
      const spoken = words.filter(Boolean).join(' ')
      if (spoken) say(spoken)
    })
  }

  // The newest answer counts.
  const take = ({ target }) => {
    if (target != call) return
    stale(false)
    if (target.status == 200) answer = target.response
    else {
      // What is beside the fields is of what was written before.
      for (const old of form.querySelectorAll('.messages, .price')) old.replaceChildren()
      at('verdict').querySelector('.badge')?.remove()
      // A page that says what to do leads there; any other says only that there is no verdict.
      const why = target.response?.querySelector('#main [role=alert] p:has(a)')
      at('verdict').querySelector('.verdict').textContent = 'Live check unavailable.'
      at('details').replaceChildren(why || 'You can still submit; we check then.')
      at('fixes').hidden = at('whatif').hidden = true
    }
    show()
  }

  const send = () => {
    call = new XMLHttpRequest()
    call.open('POST', dataset.live)
    call.responseType = 'document'
    call.onloadend = take
    const sent = new FormData(form)
    sent.append('use', used)
    for (const field of ['', ...touched]) sent.append('touched', field)
    call.send(new URLSearchParams(sent))
  }

  // Asks after a while, in milliseconds, about fields that were left. A call that is
  // still out is ended: its answer would be an old one.
  const ask = (wait, ...names) => {
    for (const name of names) touched.add(name)
    const old = call
    call = answer = undefined
    old?.abort()
    stale(true)
    clearTimeout(waiting)
    waiting = setTimeout(send, wait)
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
    changed = true
    used = ''
    follow()
    ask(250, dirty)
  }
  // A field that is left was asked about already, unless it was left at once.
  form.onchange = ({ target }) => {
    const asked = call && target.name == dirty
    dirty = ''
    if (asked) show()
    else ask(0, target.name)
  }
  // The line of the verdict covers nothing that has the focus.
  form.addEventListener('focusin', ({ target }) => {
    if (target.matches(':focus-visible:not(.panel-head > a)')) target.scrollIntoView({ block: 'nearest' })
  })
  form.addEventListener('focusout', () => {
    dirty = ''
    setTimeout(show)
  })
  form.onkeydown = (event) => {
    const { key, ctrlKey, metaKey, target } = event
    if (key == 'Enter' && (ctrlKey || metaKey)) form.requestSubmit()
    // Arrows move between the cells of the grid.
    const cell = target.closest('.grid td')
    const beside = (row) => row?.cells[cell.cellIndex]
    const next = cell && {
      ArrowLeft: cell.previousElementSibling,
      ArrowRight: cell.nextElementSibling,
      ArrowUp: beside(cell.parentElement.previousElementSibling),
      ArrowDown: beside(cell.parentElement.nextElementSibling),
    }
    if (!next || !(key in next)) return
    event.preventDefault() // also at the edge, where the page would scroll
    next[key]?.querySelector('button')?.focus()
  }
  form.onsubmit = () => {
    clearTimeout(waiting)
    call = answer = undefined
    changed = false
  }
  document.onclick = (event) => {
    const button = event.target.closest('[name=use]')
    if (!button) return
    event.preventDefault()
    const use = new URLSearchParams(button.value)
    const filledIn = [...use.keys()].filter((name) => name != 'facts')
    for (const [name, value] of use) {
      if (at(name).type == 'checkbox') at(name).checked = value == 'true'
      else elements[name].value = value
    }
    const cell = button.closest('.grid') && button
    used = cell ? '' : button.value
    const first = cell || form.querySelector('[id="' + filledIn[0] + '"]:not([type=radio]), [name="' + filledIn[0] + '"]:checked')
    const folded = first.closest('details')
    if (folded) folded.open = true
    first.focus()
    dirty = ''
    changed = true
    follow()
    ask(0, ...filledIn)
    filled = 'Filled in: ' + filledIn.map(label).join(', ') + '.'
  }
  addEventListener('beforeunload', (event) => { if (changed) event.preventDefault() })
  // A browser that comes back fills in what was written.
  addEventListener('pageshow', () => {
    follow()
    const written = ({ value, defaultValue = value, checked, defaultChecked }) => value != defaultValue || checked != defaultChecked
    if ([...elements].some(written)) ask(0, ...names)
  })
})
