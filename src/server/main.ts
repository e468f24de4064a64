try {
  // The configuration is checked before the rest of the program is loaded, which takes a second or more.
  const { misspeltSettings, readConfig } = await import('./settings/config.ts')
  const config = readConfig(process.env)
  for (const sentence of misspeltSettings()) console.error(sentence)
  const { start } = await import('./start.ts')
  await start(config)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
