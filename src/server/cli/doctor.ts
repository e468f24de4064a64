import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import type { Check, Finding } from './checks/check.ts'
import { checkDatabase } from './checks/database.ts'
import { checkDisk } from './checks/disk.ts'
import { checkFrontDoor } from './checks/front-door.ts'
import { checkMail } from './checks/mail.ts'
import { checkEmbeddings, checkModels } from './checks/models.ts'
import { checkOutbound } from './checks/network.ts'
import { checkOpenFiles } from './checks/open-files.ts'
import { runCommand } from './command.ts'

const checks: readonly Check[] = [
  checkDisk,
  checkOpenFiles,
  checkFrontDoor,
  checkOutbound,
  checkModels,
  checkEmbeddings,
  checkMail,
]
const ANYBODY = 'https://example.com/'
const NAME_WIDTH = 18

/**
 * Checks what a server with this configuration depends on, and prints a line for each finding. It leaves nothing
 * changed, but asks each configured model for a word, and sends the first owner a mail if a mail server is configured.
 */
await runCommand(async (parameters) => {
  const { values } = parseArgs({ args: parameters, options: { reach: { type: 'string', default: ANYBODY } } })
  const config = readConfig()
  // The database is checked alone and first, because reading all of an SQLite file can block this process for minutes.
  // Checks that ran at the same time would exceed their time limits, even if the answers they wait for came in time.
  const { findings, state } = await checkDatabase(config)
  const patient = { config, reach: values.reach, database: state }
  findings.push(...(await Promise.all(checks.map((check) => check(patient)))).flat())
  for (const finding of findings) console.log(lineOf(finding))
  return findings.every((finding) => finding.isOk)
})

function lineOf({ name, isOk, detail, mend }: Finding): string {
  return `${isOk ? 'ok  ' : 'FAIL'}  ${name.padEnd(NAME_WIDTH)}  ${detail}${mend ? ` → ${mend}` : ''}`
}
