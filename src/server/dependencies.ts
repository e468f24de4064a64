import { createExtractor } from './adapters/extract/extractor.ts'
import { createImapAccounts } from './adapters/mail/imap/imap-accounts.ts'
import { createMail } from './adapters/mail/mail.ts'
import { createMailOauth } from './adapters/mail/oauth/mail-oauth.ts'
import { createMailReader } from './adapters/mail/read/mail-reader.ts'
import { createSmtpAccounts } from './adapters/mail/send/smtp-accounts.ts'
import { createModels } from './adapters/models/catalogue.ts'
import { parseOutboundAllow } from './adapters/outbound/allow.ts'
import { createOutbound } from './adapters/outbound/outbound.ts'
import { createSecrets } from './adapters/secrets/secrets.ts'
import { createStorage } from './adapters/storage/create-storage.ts'
import type { Dependencies, Log } from './context.ts'
import { createPresence } from './events/presence.ts'
import { eraseAttachments } from './features/attachments/index.ts'
import { checksEventListener } from './features/checks/index.ts'
import { unassignRemoved } from './features/conversations/index.ts'
import { eraseFromFacts } from './features/facts/index.ts'
import { gapEventListener } from './features/gaps/index.ts'
import { mailboxEventListener } from './features/mailboxes/index.ts'
import { continuityListener, eraseOriginals, mailboxMailListener, mailEventListener } from './features/mails/index.ts'
import { siteEventListener } from './features/sites/index.ts'
import { sourceEventListener } from './features/sources/index.ts'
import { proofEventListener } from './features/teaching/index.ts'
import { eraseDeliveries, webhookEventListener } from './features/webhooks/index.ts'
import { createKnowledge } from './knowledge/knowledge.ts'
import type { Platform } from './platform/platform.ts'
import { createNotices } from './process/notices.ts'
import { createRecent } from './process/recent.ts'
import type { Config } from './settings/config.ts'

/** Creates the dependencies of a process on a platform. `close` closes what was created here, and the platform. */
export function createDependencies(
  config: Config,
  platform: Platform,
  log: Log,
  now: () => number = Date.now,
): { deps: Dependencies; close(): Promise<void> } {
  const allow = parseOutboundAllow(config.outboundAllow)
  const knowledge = createKnowledge({
    server: config.embeddings,
    memoryBytes: config.knowledgeMemory * 1_048_576,
    log,
  })
  const outbound = createOutbound({ allow, userAgent: userAgentOf(config) })
  const extractor = createExtractor()
  const mailReader = createMailReader()
  const smtpAccounts = createSmtpAccounts({ allow })
  const presence = createPresence({ ...platform, now })
  const recent = createRecent(now)
  const storage = createStorage(config)
  const deps: Dependencies = {
    config,
    database: platform.database,
    jobs: platform.jobs,
    notifications: platform.notifications,
    presence,
    rateLimits: platform.rateLimits,
    knowledge,
    models: createModels(config.models),
    outbound,
    mail: config.mail && createMail(config.mail, smtpAccounts),
    extractor,
    storage,
    secrets: createSecrets({ ...config.secrets, dataDir: config.dataDir }),
    smtpAccounts,
    mailOauth: createMailOauth(config.mailOauth, { outbound, now }),
    imapAccounts: createImapAccounts({ allow }),
    mailReader,
    log,
    recent,
    notice: createNotices(config.dataDir, now),
    eventListeners: [
      webhookEventListener,
      mailEventListener,
      mailboxMailListener,
      continuityListener,
      mailboxEventListener,
      sourceEventListener,
      checksEventListener,
      unassignRemoved,
      gapEventListener,
      proofEventListener,
      siteEventListener,
    ],
    erasers: [eraseDeliveries, eraseFromFacts, eraseOriginals, eraseAttachments],
    now,
  }
  return {
    deps,
    async close() {
      presence.close()
      recent.close()
      await platform.close()
      await Promise.all([knowledge.close(), outbound.close(), extractor.close(), mailReader.close(), storage.close()])
    },
  }
}

/**
 * The `User-Agent` header of outbound requests, with the server's public address, so that its operator can be found.
 */
export const userAgentOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `Baton/0.1${publicUrl ? ` (+${publicUrl})` : ''}`
