// The drawer of small screens: the one navigation moves into a dialog, which
// brings the focus trap and Escape.
addEventListener('DOMContentLoaded', () => {
  const drawer = document.getElementById('drawer')
  const open = document.getElementById('open-navigation')
  const navigation = document.getElementById('navigation')
  const home = navigation.parentElement

  open.hidden = false
  open.addEventListener('click', () => {
    drawer.append(navigation)
    open.setAttribute('aria-expanded', 'true')
    drawer.showModal()
  })
  drawer.addEventListener('close', () => {
    home.append(navigation)
    open.setAttribute('aria-expanded', 'false')
  })
  const close = () => drawer.close()
  document.getElementById('close-navigation').addEventListener('click', close)
  matchMedia('(min-width: 50.01rem)').addEventListener('change', close)
  addEventListener('pagehide', close)
})
