import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Reply } from '../../adapters/models/generate-reply.ts'
import type { Row } from '../../db/rows.ts'
import type { Command, State } from './command.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import { decideOpening } from './open-conversation.ts'

const MONTH = 31 * 24 * 60 * 60 * 1000

const said: Reply = { content: 'At nine.', decision: 'answered', citations: [], model: 'built-in', action: null }

/** A command without the rows it refers to, which are looked up when it is applied. */
type Step =
  | { kind: 'visitor' | 'person' | 'delete' }
  | { kind: 'set'; mode: 'ai' | 'human' | undefined; status: 'open' | 'closed' | undefined }
  | { kind: 'reply'; back: number; made: 'answered' | 'handed_over' | 'failed' | 'none'; speaks: boolean }

const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.constant({ kind: 'visitor' }),
  fc.constant({ kind: 'person' }),
  fc.record({
    kind: fc.constant('set' as const),
    mode: fc.constantFrom('ai', 'human', undefined),
    status: fc.constantFrom('open', 'closed', undefined),
  }),
  fc.record({
    kind: fc.constant('reply' as const),
    back: fc.nat(2),
    made: fc.constantFrom('answered', 'handed_over', 'failed', 'none'),
    speaks: fc.boolean(),
  }),
)
const steps = fc.array(fc.record({ step, wait: fc.constantFrom(0, 1, 60_000, MONTH) }), { maxLength: 30 })

const agent = { id: 'agent', organization_id: 'organization', only_human: 0 } as Row<'agents'>

/** Applies decisions in memory, as `commit` does in a database. */
function newWorld(onlyPeople: boolean) {
  let ids = 0
  const world = { now: Date.UTC(2026, 0, 1), newId: () => `id ${++ids}` }
  const opened = decideOpening(
    { ...agent, only_human: onlyPeople ? 1 : 0 },
    {
      origin: 'public_api',
      chatUser: { id: 'visitor', name: null, email: null },
      identityVerified: false,
      messages: onlyPeople ? [] : [{ role: 'assistant', content: 'Hello' }],
    },
    world,
  )
  let row = opened.after
  const replies = new Map<number, Row<'replies'>>()
  const messages = [...opened.added]
  let credits = 0
  const announced = opened.events.flatMap(({ announcement }) => announcement?.data.sequence ?? [])

  return {
    world,
    messages,
    replies,
    announced,
    credits: () => credits,
    row: () => row,
    reply: (back: number) => [...replies.values()].at(-1 - back),
    carryOut(command: Command): Decision {
      const pending = [...replies.values()].filter(({ status }) => status === 'pending')
      expect(pending.length).toBeLessThanOrEqual(1)
      const state: State = { row: Object.freeze(row), pendingReply: pending[0] }
      const decision = decide(state, command, world)
      row = decision.after
      messages.push(...decision.added)
      const { settledReply, askedReply } = decision
      if (settledReply) replies.set(settledReply.after.turn, settledReply.after)
      if (askedReply) replies.set(askedReply.row.turn, askedReply.row)
      credits += (decision.takesCreditOf ? 1 : 0) - decision.freedCredits.length
      announced.push(...decision.events.flatMap(({ announcement }) => announcement?.data.sequence ?? []))
      return decision
    },
  }
}

type World = ReturnType<typeof newWorld>

function commandOf(taken: Step, { reply }: World): Command | undefined {
  switch (taken.kind) {
    case 'visitor':
      return { kind: 'visitor_writes', content: 'When?', agent: { only_human: 0, plan: 'premium' } }
    case 'person':
      return { kind: 'person_writes', content: 'At nine.', author: { userId: 'user', keyId: null } }
    case 'delete':
      return { kind: 'delete' }
    case 'set':
      return { ...taken, by: { type: 'member', id: 'user' } }
    case 'reply': {
      const found = reply(taken.back)
      const made =
        taken.made === 'none' ? null : taken.made === 'failed' ? ('failed' as const) : { ...said, decision: taken.made }
      return (
        found && {
          kind: 'reply_ends',
          reply: found,
          made,
          isPersonAskedFor: false,
          agent: { speaks: taken.speaks, onlyPeople: false },
        }
      )
    }
  }
}

function play(taken: { step: Step; wait: number }[], onlyPeople: boolean, after: (world: World, step: Step) => void) {
  const world = newWorld(onlyPeople)
  for (const { step, wait } of taken) {
    world.world.now += wait
    const command = commandOf(step, world)
    if (!command) continue
    try {
      world.carryOut(command)
    } catch (error) {
      expect(error).toMatchObject({ code: 'conversation_closed' })
    }
    after(world, step)
  }
  return world
}

describe('what is decided of a conversation, whatever happens to it', () => {
  it('lets the AI say nothing while a person has it', () => {
    const property = fc.property(steps, fc.boolean(), (taken, onlyPeople) => {
      let mode = onlyPeople ? 'human' : 'ai'
      let known = 0
      play(taken, onlyPeople, ({ messages, row }, { kind }) => {
        const added = messages.slice(known)
        if (kind === 'reply' && mode === 'human') expect(added).toEqual([])
        known = messages.length
        mode = row().response_mode
      })
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('keeps a credit for each reply that is stored or in the making, and no other', () => {
    const property = fc.property(steps, (taken) => {
      play(taken, false, ({ replies, credits }) => {
        const paid = [...replies.values()].filter(({ status }) => status === 'stored' || status === 'pending')
        expect(credits()).toBe(paid.length)
        for (const { status, credit_period } of replies.values())
          expect(credit_period !== null).toBe(status === 'stored' || status === 'pending')
      })
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('numbers messages and announcements without gaps, in time', () => {
    const property = fc.property(steps, fc.boolean(), (taken, onlyPeople) => {
      const { messages, announced, row } = play(taken, onlyPeople, () => {})
      expect(messages.map(({ position }) => position)).toEqual(messages.map((_, index) => index + 1))
      for (const [index, { created_at }] of messages.entries())
        expect(created_at).toBeGreaterThanOrEqual(messages[index - 1]?.created_at ?? 0)
      expect(announced).toEqual(announced.map((_, index) => index + 1))
      expect(row()).toMatchObject({ message_count: messages.length, webhook_sequence: announced.length })
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('has somebody wait only for people, and until one has answered', () => {
    const property = fc.property(steps, fc.boolean(), (taken, onlyPeople) => {
      play(taken, onlyPeople, ({ row }) => {
        const { waiting_since, response_mode, status, last_message_role } = row()
        if (response_mode === 'ai' || status === 'closed') expect(waiting_since).toBeNull()
        else if (last_message_role === 'visitor') expect(waiting_since).not.toBeNull()
        else if (last_message_role === 'human') expect(waiting_since).toBeNull()
      })
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('tells nothing and moves nothing where nothing has changed', () => {
    const world = newWorld(false)
    const { before, after, events } = world.carryOut({
      kind: 'set',
      mode: 'ai',
      status: 'open',
      by: { type: 'system', id: null },
    })
    expect(after).toBe(before)
    expect(events).toEqual([])
  })

  it('calls off the reply in the making when the conversation is deleted', () => {
    const world = newWorld(false)
    world.carryOut({ kind: 'visitor_writes', content: 'When?', agent: { only_human: 0, plan: 'premium' } })
    const { settledReply, freedCredits, events } = world.carryOut({ kind: 'delete' })
    expect(settledReply?.after.status).toBe('superseded')
    expect(freedCredits).toEqual(['2026-01'])
    expect(events.map(({ event }) => event.type)).toEqual(['conversation.deleted'])
  })
})
