import { parseArgs } from 'node:util'
import { readConfig } from '../settings/config.ts'
import { checkBackups } from './checks/backups.ts'
import { checkBodySize } from './checks/body-size.ts'
import { checkCertificate } from './checks/certificate.ts'
import type { Check, Finding } from './checks/check.ts'
import { checkDatabase } from './checks/database.ts'
import { checkDisk } from './checks/disk.ts'
import { checkEventStreams } from './checks/event-streams.ts'
import { checkFrontDoor } from './checks/front-door.ts'
import { checkListening } from './checks/listening.ts'
import { checkMail } from './checks/mail.ts'
import { checkMailboxes } from './checks/mailboxes.ts'
import { checkModelAccounts } from './checks/model-accounts.ts'
import { checkEmbeddings, checkModels } from './checks/models.ts'
import { checkOutbound } from './checks/network.ts'
import { checkOpenFiles } from './checks/open-files.ts'
import { checkSecretKey } from './checks/secret-key.ts'
import { checkSettings } from './checks/settings.ts'
import { checkStorage } from './checks/storage.ts'
import { runCommand } from './command.ts'

const checks: readonly Check[] = [
  checkSettings,
  checkDisk,
  checkSecretKey,
  checkStorage,
  checkBackups,
  checkOpenFiles,
  checkListening,
  checkFrontDoor,
  checkCertificate,
  checkBodySize,
  checkEventStreams,
  checkOutbound,
  checkModels,
  checkModelAccounts,
  checkEmbeddings,
  checkMail,
  checkMailboxes,
]
const ANYBODY = 'https://example.com/'
const NAME_WIDTH = 18

/** Prints a line for each finding. Changes nothing, but asks each model for a word, and mails the first owner. */
await runCommand(async () => {
  const { values } = parseArgs({ options: { reach: { type: 'string', default: ANYBODY } } })
  const config = readConfig()
  // First and alone: reading an SQLite file can block for minutes, in which other checks would exceed their limits.
  const { findings, state } = await checkDatabase(config)
  const patient = { config, reach: values.reach, database: state }
  findings.push(...(await Promise.all(checks.map((check) => check(patient)))).flat())
  for (const finding of findings) console.log(lineOf(finding))
  return findings.every((finding) => finding.isOk)
})

function lineOf({ name, isOk, detail, mend }: Finding): string {
  return `${isOk ? 'ok  ' : 'FAIL'}  ${name.padEnd(NAME_WIDTH)}  ${detail}${mend ? ` → ${mend}` : ''}`
}
