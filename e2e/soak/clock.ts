import { registerHooks } from 'node:module'
import { setTimeout as realDelay } from 'node:timers/promises'

/**
 * A clock that runs many times as fast as this machine's: SOAK_CLOCK is `begun:from:speed`, and at the real time `begun`
 * it showed `from`. The product loads this file before its own (`NODE_OPTIONS=--import`), in each of its threads: `Date`
 * shows that clock then. Timers and `performance` follow it only in `MODULES`, because most of them say how long a
 * request, a job or a connection may take, and the work that they wait for is no faster than otherwise.
 */
export interface Clock {
  begun: number
  from: number
  speed: number
}

export const timeOn = ({ begun, from, speed }: Clock, real: number): number => from + (real - begun) * speed

/** The modules of `src/server` whose timers wait for times of the calendar, or renew what ends at one. */
const MODULES = [
  'concurrency/repeat.ts', // what is done each minute and each hour
  'platform/job-queue.ts', // jobs with a delay
  'platform/postgres/holds.ts',
  'platform/postgres/rate-limit.ts',
  'http/idempotency-keys.ts', // leases of keys
  'features/fetching/start-fetching.ts', // leases of mailboxes
  'features/fetching/follow-mailbox.ts', // pauses of a mailbox that fails
  'http/event-stream.ts', // heartbeats, without which somebody counts as gone
  'http/visitor-stream.ts',
  'events/alarm.ts',
]
/** Milliseconds below which no wait becomes shorter, so that what is looked for each second doesn't fill the processor. */
const SHORTEST = 20

/** Names of what this file gives those modules. */
const GIVEN = 'soakTimers'

if (process.env.SOAK_CLOCK) {
  const [begun = 0, from = 0, speed = 1] = process.env.SOAK_CLOCK.split(':').map(Number)
  const real = Date
  const now = () => Math.floor(timeOn({ begun, from, speed }, real.now()))
  const shown = new Proxy(real, {
    construct: (target, args, itself) => Reflect.construct(target, args.length === 0 ? [now()] : args, itself),
    apply: () => new real(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  })
  const wait = (ms = 0) => Math.max(ms / speed, Math.min(ms, SHORTEST))
  const timers = {
    setTimeout: (work: () => void, ms?: number) => setTimeout(work, wait(ms)),
    setInterval: (work: () => void, ms?: number) => setInterval(work, wait(ms)),
    performance: { now: () => performance.now() * speed },
    delay: (ms: number, value: unknown, options?: object) => realDelay(wait(ms), value, options),
  }
  Object.assign(globalThis, { Date: shown, [GIVEN]: timers })
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!loaded.source || !MODULES.some((name) => url.endsWith(`/src/server/${name}`))) return loaded
      const own = `const { setTimeout, setInterval, performance } = globalThis.${GIVEN}; `
      const source = loaded.source
        .toString()
        .replace(
          /^import \{ setTimeout as delay \} from 'node:timers\/promises'$/m,
          `const { delay } = globalThis.${GIVEN}`,
        )
      return { ...loaded, source: own + source }
    },
  })
}
