// Says to the stylesheet that scripts run, before anything is painted: only
// then may a narrow screen put the navigation away.
document.documentElement.classList.add('js')
