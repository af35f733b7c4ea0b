// Copy buttons beside what is marked with data-copy="<what it is>".
addEventListener('DOMContentLoaded', () => {
  const resets = new Map()

  // What was copied is shown to the eye too: the hidden part of the label shows.
  // A second press starts the time anew.
  const report = (button, word, words) => {
    const [label, name] = button.childNodes
    label.data = word
    name.className = ''
    say(words)
    clearTimeout(resets.get(button))
    resets.set(button, setTimeout(() => {
      label.data = 'Copy'
      name.className = 'unseen'
    }, 2000))
  }

  const copy = async (button, box, what) => {
    const code = box.querySelector('code')
    try {
      await navigator.clipboard.writeText(code.textContent)
      report(button, 'Copied', `Copied ${what}.`)
    } catch {
      getSelection().selectAllChildren(code)
      report(button, 'Selected: now copy', `Select the text of ${what} and copy it.`)
    }
  }

  for (const box of document.querySelectorAll('[data-copy]')) {
    const what = box.dataset.copy
    const name = document.createElement('span')
    name.className = 'unseen'
    name.textContent = ' ' + what
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.append('Copy', name)
    button.addEventListener('click', () => copy(button, box, what))
    const place = box.querySelector('[data-copy-here]') || box
    place.append(button)
  }
})
