import { beginWithLeanAllocator } from './begin-again.ts'

beginWithLeanAllocator()

try {
  // Only the configuration is loaded before it is known to be right: loading everything takes a second or more.
  const { readConfig } = await import('./config.ts')
  const config = readConfig(process.env)
  const { start } = await import('./start.ts')
  await start(config)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
