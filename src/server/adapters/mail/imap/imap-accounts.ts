import { createGuardedSockets } from '../../outbound/guarded-sockets.ts'
import { type MailServerSettings, TEST_MS } from '../send/open-socket.ts'
import { imapFailure } from './failure.ts'
import { openFolder } from './folder.ts'
import type { ImapAccounts } from './imap-account.ts'
import { openClient } from './open-client.ts'

const PORTS = [143, 993]

/**
 * Fetches mail from servers that people have named: at checked addresses and usual ports alone, unless the operator has
 * allowed others.
 */
export function createImapAccounts(settings: MailServerSettings): ImapAccounts {
  const { testMs = TEST_MS } = settings
  const sockets = createGuardedSockets({ ...settings, ports: PORTS })
  return {
    async open(account, { signal, ...box }) {
      const failureOf = (error: unknown) => imapFailure(error, account, box.folder)
      try {
        return await openFolder(await openClient(account, { sockets, signal }), box, failureOf)
      } catch (error) {
        signal.throwIfAborted()
        throw failureOf(error)
      }
    },

    async saveSent(account, mail, signal) {
      try {
        const client = await openClient(account, { sockets, signal })
        try {
          const sent = (await client.list()).find(({ specialUse }) => specialUse === '\\Sent')
          if (sent) await client.append(sent.path, mail, ['\\Seen'])
          return sent !== undefined
        } finally {
          client.close()
        }
      } catch (error) {
        signal.throwIfAborted()
        throw imapFailure(error, account, 'Sent')
      }
    },

    async test(account, folder) {
      const signal = AbortSignal.timeout(testMs)
      const folders: string[] = []
      try {
        const client = await openClient(account, { sockets, signal, greetingMs: testMs / 2 })
        try {
          const isOpenable = (flags: Set<string>) => !flags.has('\\Noselect') && !flags.has('\\NonExistent')
          for (const { path, flags } of await client.list()) if (isOpenable(flags)) folders.push(path)
          await client.mailboxOpen(folder, { readOnly: true })
        } finally {
          client.close()
        }
        return { problem: null, folders }
      } catch (error) {
        const { code, message } = imapFailure(signal.aborted ? signal.reason : error, account, folder)
        return { problem: { code, message }, folders }
      }
    },
  }
}
