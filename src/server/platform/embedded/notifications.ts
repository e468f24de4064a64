import { afterCommit } from '../after-commit.ts'
import type { Log } from '../log.ts'
import type { Notifications } from '../platform.ts'
import { createTopics } from '../topics.ts'

export function createEmbeddedNotifications(log: Log): Notifications {
  const topics = createTopics(log)
  return {
    async notify(tx, topic, payload) {
      topics.check(payload)
      afterCommit(tx, () => topics.deliver(topic, payload))
    },
    tell(topic, payload) {
      topics.check(payload)
      topics.deliver(topic, payload)
    },
    subscribe: topics.subscribe,
  }
}
