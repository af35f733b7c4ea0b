// The button says how many placeholders it would lock.
{
  const count = () => {
    for (const button of document.getElementsByName('placeholders')) {
      const left = document.querySelectorAll(':placeholder-shown').length
      button.hidden = !left
      button.textContent = 'Lock with ' + left + ' placeholder' + (left > 1 ? 's' : '')
    }
  }
  addEventListener('input', count)
  addEventListener('pageshow', count)
}
