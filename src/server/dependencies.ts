import { join } from 'node:path'
import { createExtractor } from './adapters/extract/extractor.ts'
import { createModels } from './adapters/models/catalogue.ts'
import { parseOutboundAllow } from './adapters/outbound/allow.ts'
import { createOutbound } from './adapters/outbound/outbound.ts'
import { createStorage } from './adapters/storage/storage.ts'
import type { Config } from './config.ts'
import type { Dependencies, Log } from './context.ts'
import { sourceEventListener } from './features/sources/index.ts'
import { webhookEventListener } from './features/webhooks/index.ts'
import { createKnowledge } from './knowledge/knowledge.ts'
import type { Platform } from './platform/platform.ts'

/** Creates everything a process needs on a platform. `close` ends what it has started, the platform included. */
export function createDependencies(
  config: Config,
  platform: Platform,
  log: Log,
  now: () => number = Date.now,
): { deps: Dependencies; close(): Promise<void> } {
  const knowledge = createKnowledge({ server: config.embeddings, log })
  const outbound = createOutbound({ allow: parseOutboundAllow(config.outboundAllow), userAgent: userAgentOf(config) })
  const extractor = createExtractor()
  const deps: Dependencies = {
    config,
    database: platform.database,
    jobs: platform.jobs,
    notifications: platform.notifications,
    rateLimits: platform.rateLimits,
    knowledge,
    models: createModels(config.models),
    outbound,
    extractor,
    storage: createStorage(join(config.dataDir, 'files')),
    log,
    eventListeners: [webhookEventListener, sourceEventListener],
    now,
  }
  return {
    deps,
    async close() {
      await platform.close()
      await Promise.all([knowledge.close(), outbound.close(), extractor.close()])
    },
  }
}

/**
 * The `User-Agent` with which this server calls others. It names the address where its operator can be found, if there
 * is one.
 */
export const userAgentOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `Baton/0.1${publicUrl ? ` (+${publicUrl})` : ''}`
