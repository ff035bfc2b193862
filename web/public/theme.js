// Sets the theme before anything is painted, so that no page flashes in the wrong theme.
// Runs before the bundle and imports nothing from it; a test compares the storage key and the paths with the app's.
;(function () {
  var forcedDark = /^\/(login|onboarding|invite\/.*|setlists\/.*\/stage)?\/?$/.test(location.pathname)
  var theme = 'dark'
  try {
    if (!forcedDark && localStorage.getItem('gaffer.theme') === 'light') theme = 'light'
  } catch {
    theme = 'dark'
  }
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]').content = theme === 'light' ? '#f7f7f9' : '#0e0e12'
})()
