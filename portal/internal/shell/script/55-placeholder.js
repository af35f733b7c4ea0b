// The badge of a placeholder shows while the field holds one.
{
  const mark = () => {
    for (const badge of document.querySelectorAll('[data-placeholder]')) {
      badge.hidden = badge.closest('.field').querySelector('input').value.trim() != badge.dataset.placeholder
    }
  }
  addEventListener('input', mark)
  addEventListener('pageshow', mark)
}
