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

  const copy = async (button, source, what) => {
    const code = source.querySelector('code')
    try {
      await navigator.clipboard.writeText(code.textContent)
      report(button, 'Copied', `Copied ${what}.`)
    } catch {
      getSelection().selectAllChildren(code)
      report(button, 'Selected: now copy', `Select the text of ${what} and copy it.`)
    }
  }

  for (const source of document.querySelectorAll('[data-copy]')) {
    const what = source.dataset.copy
    const name = document.createElement('span')
    name.className = 'unseen'
    name.textContent = ' ' + what
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.append('Copy', name)
    button.addEventListener('click', () => copy(button, source, what))
    const place = source.querySelector('[data-copy-here]') || source
    place.append(button)
  }
})
