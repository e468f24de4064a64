import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Reply } from '../../adapters/models/generate-reply.ts'
import type { Row } from '../../db/rows.ts'
import type { AppError } from '../../errors.ts'
import type { Command, State } from './command.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import { UNTIL_VISITOR } from './noted.ts'
import { decideOpening } from './open-conversation.ts'

const MONTH = 31 * 24 * 60 * 60 * 1000

const said: Reply = {
  content: 'At nine.',
  decision: 'answered',
  reason: null,
  citations: [],
  isCut: false,
  model: 'built-in',
  action: null,
}

/** A command without the rows it refers to, which are looked up when it is applied. */
type Step =
  | { kind: 'visitor' | 'person' | 'delete' }
  | { kind: 'set'; mode: 'ai' | 'human' | undefined; status: 'open' | 'closed' | undefined }
  | { kind: 'give_back'; payer: 'premium' | 'own_key' | null }
  | { kind: 'assign'; assigneeId: string | null }
  | { kind: 'label'; add: string[]; remove: string[] }
  | { kind: 'snooze'; ms: number | 'visitor' | null }
  | { kind: 'wake' }
  | { kind: 'reply'; back: number; made: 'answered' | 'handed_over' | 'failed' | 'none'; speaks: boolean }

const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.constant({ kind: 'visitor' }),
  fc.constant({ kind: 'person' }),
  fc.record({
    kind: fc.constant('set' as const),
    mode: fc.constantFrom('ai', 'human', undefined),
    status: fc.constantFrom('open', 'closed', undefined),
  }),
  fc.record({ kind: fc.constant('give_back' as const), payer: fc.constantFrom('premium', 'own_key', null) }),
  fc.record({ kind: fc.constant('assign' as const), assigneeId: fc.constantFrom('ada', 'user', null) }),
  fc.record({
    kind: fc.constant('label' as const),
    add: fc.subarray(['bug', 'refund', 'room']),
    remove: fc.subarray(['bug', 'refund', 'room']),
  }),
  fc.record({
    kind: fc.constant('snooze' as const),
    ms: fc.constantFrom<(number | 'visitor' | null)[]>(1, MONTH, 13 * MONTH, 'visitor', null),
  }),
  fc.constant({ kind: 'wake' as const }),
  fc.record({
    kind: fc.constant('reply' as const),
    back: fc.nat(2),
    made: fc.constantFrom('answered', 'handed_over', 'failed', 'none'),
    speaks: fc.boolean(),
  }),
)
const steps = fc.array(fc.record({ step, wait: fc.constantFrom(0, 1, 60_000, MONTH) }), { maxLength: 30 })

const USER = { type: 'member', id: 'user' } as const
const named = (id: string) => ({ id, name: id })

const WRITABLE = { only_human: 0, plan: 'premium', model_account_id: null } as const
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
  /** The turns of replies that an account of the organization's own pays for. */
  const free = new Set<number>()
  const messages = [...opened.added]
  /** The ids of the AI's messages that answer the visitor; others only tell that a person comes. */
  const answers = new Set<string>()
  let credits = 0
  const announced = opened.events.flatMap(({ announcement }) => announcement?.data.sequence ?? [])

  return {
    world,
    messages,
    replies,
    free,
    announced,
    isAnswered: () => {
      const said = messages.findLast(({ role, id }) => role !== 'assistant' || answers.has(id))
      return said?.role !== 'visitor'
    },
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
      const { trace } = decision
      if (trace && trace.decision !== 'handed_over') answers.add(trace.message_id)
      const { settledReply, askedReply } = decision
      if (settledReply) replies.set(settledReply.after.turn, settledReply.after)
      if (askedReply) replies.set(askedReply.row.turn, askedReply.row)
      if (askedReply && command.kind === 'give_back' && command.payer === 'own_key') free.add(askedReply.row.turn)
      credits += (decision.takesCreditOf ? 1 : 0) - decision.freedCredits.length
      announced.push(...decision.events.flatMap(({ announcement }) => announcement?.data.sequence ?? []))
      return decision
    },
  }
}

type World = ReturnType<typeof newWorld>

function commandOf(taken: Step, { reply, row, world }: World): Command | undefined {
  switch (taken.kind) {
    case 'visitor':
      return { kind: 'visitor_writes', content: 'When?', agent: WRITABLE }
    case 'person':
      return { kind: 'person_writes', content: 'At nine.', author: { userId: 'user', keyId: null } }
    case 'delete':
      return { kind: 'delete' }
    case 'set':
    case 'give_back':
      return { ...taken, by: USER }
    case 'assign':
      return {
        kind: 'assign',
        assignee: taken.assigneeId === null ? null : { id: taken.assigneeId, name: 'Name' },
        by: USER,
      }
    case 'label':
      return { kind: 'label', add: taken.add.map(named), remove: taken.remove.map(named), by: USER }
    case 'snooze': {
      const { ms } = taken
      return { kind: 'snooze', until: ms === 'visitor' ? UNTIL_VISITOR : ms === null ? null : world.now + ms, by: USER }
    }
    case 'wake':
      return { kind: 'wake', until: row().snoozed_until ?? 0 }
    case 'reply': {
      const found = reply(taken.back)
      const made =
        taken.made === 'none' ? null : taken.made === 'failed' ? ('failed' as const) : { ...said, decision: taken.made }
      return (
        found && {
          kind: 'reply_ends',
          reply: found,
          made,
          searchQuery: 'When?',
          isPersonAskedFor: false,
          agent: { speaks: taken.speaks, onlyPeople: false, model: 'model' },
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
      const code = command.kind === 'snooze' ? /^(conversation_closed|validation_failed)$/ : /^conversation_closed$/
      expect((error as AppError).code).toMatch(code)
    }
    after(world, step)
  }
  return world
}

const MINUTE = 60_000
const aMinuteLater = (step: Step) => ({ step, wait: MINUTE })
const setting = (what: { mode?: 'ai' | 'human'; status?: 'open' | 'closed' }): Step => ({
  kind: 'set',
  mode: what.mode,
  status: what.status,
})

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

  it('keeps a credit for each reply that is stored or in the making, but by an own key, and no other', () => {
    const property = fc.property(steps, (taken) => {
      play(taken, false, ({ replies, free, credits }) => {
        const isPaid = ({ status, turn }: Row<'replies'>) =>
          (status === 'stored' || status === 'pending') && !free.has(turn)
        expect(credits()).toBe([...replies.values()].filter(isPaid).length)
        for (const reply of replies.values()) expect(reply.credit_period !== null).toBe(isPaid(reply))
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

  it('has somebody wait for people until one has answered, and for the AI while it does not answer', () => {
    const property = fc.property(steps, fc.boolean(), (taken, onlyPeople) => {
      play(taken, onlyPeople, ({ row, replies, isAnswered }) => {
        const { waiting_since, response_mode, status, last_message_role, deleted_at } = row()
        const isAnswering = [...replies.values()].some((reply) => reply.status === 'pending')
        if (status === 'closed' || deleted_at !== null) expect(waiting_since).toBeNull()
        else if (response_mode === 'ai') expect(waiting_since !== null).toBe(!isAnswered() && !isAnswering)
        else if (!isAnswered()) expect(waiting_since).not.toBeNull()
        else if (last_message_role === 'human') expect(waiting_since).toBeNull()
      })
    })
    fc.assert(property, { numRuns: 500 })
  })

  it.each<[string, Step, Step]>([
    ['closed', setting({ status: 'closed' }), setting({ status: 'open' })],
    ['given to the AI', setting({ mode: 'ai' }), setting({ mode: 'human' })],
    ['snoozed', { kind: 'snooze', ms: MONTH }, { kind: 'snooze', ms: null }],
  ])('has somebody wait as long as before once it is no longer %s', (_, act, undo) => {
    const waitAfter = (...taken: Step[]) => {
      const all: Step[] = [{ kind: 'visitor' }, act, ...taken]
      const { world, row } = play(all.map(aMinuteLater), true, () => {})
      return { waiting_since: row().waiting_since, first: world.now - MINUTE * (taken.length + 1) }
    }
    const undone = waitAfter(undo)
    expect(undone.waiting_since).toBe(undone.first)
    const twice = waitAfter(undo, act, undo)
    expect(twice.waiting_since).toBe(twice.first)
    expect(waitAfter(undo, { kind: 'person' }, act, undo).waiting_since).toBeNull()
  })

  it('has somebody wait anew who was answered by the AI meanwhile', () => {
    const taken: Step[] = [
      { kind: 'visitor' },
      setting({ mode: 'ai' }),
      { kind: 'visitor' },
      { kind: 'reply', back: 0, made: 'answered', speaks: true },
      setting({ mode: 'human' }),
    ]
    expect(play(taken.map(aMinuteLater), true, () => {}).row().waiting_since).toBeNull()
  })

  it('snoozes only what people have open, and wakes it when it is closed, given back or written to', () => {
    const property = fc.property(steps, fc.boolean(), (taken, onlyPeople) => {
      play(taken, onlyPeople, ({ row, world }, { kind }) => {
        const { snoozed_until: until, response_mode, status } = row()
        if (until === null) return
        expect([response_mode, status, kind === 'visitor', kind === 'wake']).toEqual(['human', 'open', false, false])
        expect(until === UNTIL_VISITOR || until <= world.now + 366 * 24 * 60 * 60 * 1000).toBe(true)
      })
    })
    fc.assert(property, { numRuns: 500 })
  })

  it.each([
    ['the visitor', 'asked_for_person', 'asked_for_person'],
    ['the AI', 'not_supported', 'no_answer'],
  ] as const)('says that %s handed over for the reason that is kept of the answer: %s', (_, reason, told) => {
    const world = newWorld(false)
    world.carryOut({ kind: 'visitor_writes', content: 'Chcę rozmawiać z człowiekiem', agent: WRITABLE })
    const { entries, trace } = world.carryOut({
      kind: 'reply_ends',
      reply: world.reply(0)!,
      made: { ...said, decision: 'handed_over', reason },
      searchQuery: null,
      isPersonAskedFor: false, // in none of the words that are known
      agent: { speaks: true, onlyPeople: false, model: 'model' },
    })
    expect(trace?.reason).toBe(reason)
    expect(entries.map(({ details }) => details)).toEqual([expect.stringContaining(`"${told}"`)])
  })

  it('gives nobody’s conversation to the member who takes over or replies, and takes nobody’s away but with the AI', () => {
    const property = fc.property(steps, fc.boolean(), (taken, onlyPeople) => {
      let before: Pick<Row<'conversations'>, 'assignee_id' | 'response_mode'> = {
        assignee_id: null,
        response_mode: onlyPeople ? 'human' : 'ai',
      }
      play(taken, onlyPeople, ({ row }, step) => {
        const { assignee_id, response_mode } = row()
        const isTaken = step.kind === 'set' && before.response_mode === 'ai' && response_mode === 'human'
        if (step.kind === 'person' || isTaken) expect(assignee_id).toBe(before.assignee_id ?? 'user')
        else if (before.response_mode === 'human' && response_mode === 'ai') expect(assignee_id).toBeNull()
        else if (step.kind === 'assign') expect(assignee_id).toBe(step.assigneeId)
        else expect(assignee_id).toBe(before.assignee_id)
        before = { assignee_id, response_mode }
      })
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('moves nothing to the top for an assignment, a label or a snooze, but for its end', () => {
    const property = fc.property(steps, fc.boolean(), (taken, onlyPeople) => {
      let before = 0
      let slept: number | null = null
      play(taken, onlyPeople, ({ row }, { kind }) => {
        const { updated_at, snoozed_until } = row()
        const isAside = kind === 'assign' || kind === 'label' || kind === 'snooze'
        const isWoken = slept !== null && snoozed_until === null
        if (before && isAside) expect(updated_at > before).toBe(isWoken)
        before = updated_at
        slept = snoozed_until
      })
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('has each label once', () => {
    const world = newWorld(false)
    const labels = () => JSON.parse(world.row().label_ids)
    const label = (add: string[], remove: string[]) =>
      world.carryOut({ kind: 'label', add: add.map(named), remove: remove.map(named), by: USER })
    label(['bug', 'bug', 'room'], [])
    const { entries } = label(['room', 'refund'], ['bug', 'unknown'])
    expect(entries.map(({ details }) => details)).toEqual(['{"added":["refund"],"removed":["bug"]}'])
    expect(labels()).toEqual(['room', 'refund'])
    expect(label(['room'], ['bug'])).toMatchObject({ events: [], entries: [] })
  })

  it('gives nothing to anybody for what an API key does', () => {
    const world = newWorld(false)
    world.carryOut({ kind: 'set', mode: 'human', status: undefined, by: { type: 'key', id: 'key' } })
    world.carryOut({ kind: 'person_writes', content: 'At nine.', author: { userId: 'user', keyId: 'key' } })
    expect(world.row().assignee_id).toBeNull()
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

  describe('when a form is filled in', () => {
    const completed = { agent_action_uuid: 'a', slug: 'a', name: 'A', status: 'completed' } as const
    const fillIn = (world: World, only_human: 0 | 1 = 0) =>
      world.carryOut({
        kind: 'complete_action',
        message: world.messages[0]!,
        completed: { ...completed, fields: [], result: [] },
        agent: { only_human, plan: 'premium', model_account_id: null },
        isOutOfCredits: false,
      })

    it('hands over to the people of an agent that only people answer for', () => {
      const world = newWorld(false)
      world.world.now += MINUTE
      const { after, entries, askedReply } = fillIn(world, 1)
      expect(after).toMatchObject({ response_mode: 'human', waiting_since: world.world.now })
      expect(entries.map(({ type, details }) => [type, details])).toEqual([['handed_over', '{"reason":"people_only"}']])
      expect(askedReply).toBeNull()
    })

    it('has the visitor wait for the person who has answered them so far', () => {
      const world = newWorld(false)
      world.carryOut({ kind: 'person_writes', content: 'Please fill it in.', author: { userId: 'user', keyId: null } })
      expect(world.row().waiting_since).toBeNull()
      world.world.now += MINUTE
      expect(fillIn(world).after).toMatchObject({ response_mode: 'human', waiting_since: world.world.now })
      world.world.now += MINUTE
      world.carryOut({ kind: 'person_writes', content: 'Thank you.', author: { userId: 'user', keyId: null } })
      expect(world.row().waiting_since).toBeNull()
    })

    it('has nobody wait in a closed conversation', () => {
      const world = newWorld(false)
      world.carryOut({ kind: 'set', mode: 'human', status: 'closed', by: USER })
      expect(fillIn(world).after.waiting_since).toBeNull()
    })
  })

  it('calls off the reply in the making when the conversation is deleted', () => {
    const world = newWorld(false)
    world.carryOut({
      kind: 'visitor_writes',
      content: 'When?',
      agent: { only_human: 0, plan: 'premium', model_account_id: null },
    })
    const { settledReply, freedCredits, events } = world.carryOut({ kind: 'delete' })
    expect(settledReply?.after.status).toBe('superseded')
    expect(freedCredits).toEqual(['2026-01'])
    expect(events.map(({ event }) => event.type)).toEqual(['conversation.deleted'])
  })

  it('leaves a reply that was stored as it is when another run of its job ends', () => {
    const world = newWorld(false)
    world.carryOut({ kind: 'visitor_writes', content: 'When?', agent: WRITABLE })
    const ends = {
      kind: 'reply_ends',
      made: { ...said, decision: 'handed_over', reason: 'no_passage' },
      searchQuery: null,
      isPersonAskedFor: false,
      agent: { speaks: true, onlyPeople: false, model: 'model' },
    } as const
    world.carryOut({ ...ends, reply: world.reply(0)! })
    const stored = world.reply(0)!
    expect(stored.status).toBe('stored')
    const { settledReply, events } = world.carryOut({ ...ends, reply: stored })
    expect({ settledReply, events }).toEqual({ settledReply: null, events: [] })
  })

  it('explains a reply that no model could make', () => {
    const world = newWorld(false)
    world.carryOut({
      kind: 'visitor_writes',
      content: 'When?',
      agent: { only_human: 0, plan: 'premium', model_account_id: null },
    })
    const { trace, entries } = world.carryOut({
      kind: 'reply_ends',
      reply: world.reply(0)!,
      made: 'failed',
      searchQuery: null,
      isPersonAskedFor: false,
      agent: { speaks: true, onlyPeople: false, model: 'theirs' },
    })
    expect(trace).toMatchObject({
      decision: 'handed_over',
      reason: 'model_failed',
      model: 'theirs',
      search_query: null,
    })
    expect(entries.map(({ type }) => type)).toEqual(['handed_over'])
  })
})
