import { parseArgs } from 'node:util'
import { readStatus } from '../features/system/index.ts'
import { readConfig } from '../settings/config.ts'
import { runCommand } from './command.ts'

const STALE_MS = 3 * 60_000 // a server writes its state each minute

/** Prints the state that a running server has noted, as the System page shows it. Exit code 1 if anything is wrong. */
await runCommand(async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
  const { dataDir } = readConfig()
  const state = await readStatus(dataDir)
  if (!state)
    throw new Error('No server has noted its state in DATA_DIR yet: it does so half a minute after its start.')
  const { troubles, findings, at } = state
  const age = Date.now() - Date.parse(at)
  if (values.json) console.log(JSON.stringify(state, null, 2))
  else {
    console.log(`Baton ${state.version}, ${Math.round(age / 1000)} s ago`)
    for (const { title, detail, mend } of troubles) console.log(`ALARM  ${title}. ${detail} → ${mend}`)
    for (const { name, detail, mend, is_ok } of findings)
      if (!is_ok) console.log(`FAIL   ${name}: ${detail}${mend ? ` → ${mend}` : ''}`)
    if (troubles.length === 0 && findings.every(({ is_ok }) => is_ok)) console.log('ok     Nothing needs anybody.')
  }
  if (age > STALE_MS)
    console.error('No server has noted its state for minutes: none runs with this DATA_DIR, or it hangs.')
  return age <= STALE_MS && troubles.length === 0 && findings.every(({ is_ok }) => is_ok)
})
