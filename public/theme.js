// Runs before the first paint, so a reader with a chosen theme never sees the other one flash by.
try {
  const theme = localStorage.getItem('baton.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the system's theme stands.
}
