import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, page, refuse, type TestAnswer } from '#dashboard/testing/test-server.ts'

const SOURCE = '0199c0de-0000-7000-8000-0000000000b1'
const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const CHECK = '0199c0de-0000-7000-8000-0000000000b1'
const RUN = '0199c0de-0000-7000-8000-0000000000c1'
const model = { id: '0199c0de-0000-7000-8000-0000000000f1', name: 'Built-in', slug: 'baton-built-in' }
const time = '2026-01-01T00:00:00.000Z'
const agent = {
  ...{ id: AGENT, name: 'Help desk', description: '', model, human_intervention: true, only_human: false },
  ...{ is_disabled: false, disabled_reason: null, created_at: time, updated_at: time },
}
const check = {
  ...{ id: CHECK, question: 'When do you open?', expects: 'answers', facts: [['9:00', 'nine']], cites: null },
  ...{ muted: false, created_at: time, updated_at: time },
}
const other = {
  ...check,
  id: CHECK.replace('b1', 'b2'),
  question: 'Do you rent bicycles?',
  expects: 'refuses',
  facts: [],
}
const run = {
  ...{ id: RUN, status: 'done', trigger: 'training', total: 2, asked: 2, passed: 1, failed: 1, broke: 1, mended: 0 },
  ...{ created_at: time, ended_at: time },
}
const result = {
  ...{ check_id: CHECK, question: check.question, muted: false, verdict: 'failed', change: 'broke' },
  problems: { decision: false, facts: [['9:00', 'nine']], cites: false },
  ...{ decision: 'answered', reply: 'We open at ten.', citations: [], model: 'baton-built-in' },
  ...{ knowledge_version: 3, latency_ms: 20, created_at: time },
}
const passed = {
  ...{ ...result, check_id: other.id, question: other.question, verdict: 'passed', change: null, decision: 'unknown' },
  problems: { decision: false, facts: [], cites: false },
}
const source = {
  ...{ id: SOURCE, type: 'text', title: 'Opening hours', status: 'completed', is_draft: false, task_id: 'training' },
  ...{ created_at: time, updated_at: time, url: null, progress: 100, error: null },
}
const address = `/agents/${AGENT}/knowledge/checks`
const render = (path: string, handlers: Handlers = {}) =>
  renderRoute(path, {
    'GET /v1/agents/*': () => ok(agent),
    'GET /api/v1/organizations/*/ai-models': () =>
      ok([
        {
          ...model,
          is_premium: false,
          is_configured: true,
          group: 'built_in',
          account: null,
          credits: 1,
          context_length: null,
          calls_tools: true,
        },
      ]),
    'GET /api/v1/agents/*/settings': () => ok({ checks_after_training: true }),
    'GET /api/v1/agents/*/checks': () => ok([other, check]),
    'GET /api/v1/agents/*/check-runs': () => ok([run]),
    'GET /api/v1/agents/*/check-runs/*': () => ok({ ...run, results: [result, passed] }),
    ...handlers,
  })

describe('/agents/$agentId/knowledge/checks', () => {
  it('lists what broke first, and says how the last run ended', async () => {
    await render(address)
    await screen.findAllByText('Broke')
    const rows = within(screen.getByRole('table', { name: 'Checks' }))
      .getAllByRole('row')
      .slice(1)
    expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual([check.question, other.question])
    expect(screen.getByText('It does not say “9:00” or “nine”.')).toBeTruthy()
    expect(within(await screen.findByRole('region', { name: 'Runs' })).getByRole('status').textContent).toContain(
      '1 of 2 checks failed (1 broke)',
    )
  })

  it('shows the latest run that was not skipped, and says that one was', async () => {
    const skipped = {
      ...{ ...run, id: RUN.replace('c1', 'c2'), status: 'skipped' },
      ...{ asked: 0, passed: 0, failed: 0, broke: 0 },
    }
    const asked: string[] = []
    await render(address, {
      'GET /api/v1/agents/*/check-runs': () => ok([skipped, run]),
      'GET /api/v1/agents/*/check-runs/*': ({ path }) => {
        asked.push(path)
        return ok({ ...run, results: [result, passed] })
      },
    })
    await screen.findAllByText('Broke')
    expect(asked.every((path) => path.endsWith(RUN))).toBe(true)
    const told = within(await screen.findByRole('region', { name: 'Runs' })).getByRole('status').textContent
    expect(told).toContain('1 of 2 checks failed (1 broke)')
    expect(told).toContain('Not run, as a provider would have been paid for it')
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Run' }).value).toBe(RUN)
  })

  it('does not say that all have passed where all are muted', async () => {
    await render(address, { 'GET /api/v1/agents/*/check-runs': () => ok([{ ...run, passed: 0, failed: 0, broke: 0 }]) })
    const runs = within(await screen.findByRole('region', { name: 'Runs' }))
    await waitFor(() => expect(runs.getByRole('status').textContent).toContain('No check counts, as all are muted'))
  })

  it('says nothing of them until it is known what they came to', async () => {
    await render(address, { 'GET /api/v1/agents/*/check-runs/*': () => ({ hang: true }) })
    const runs = within(await screen.findByRole('region', { name: 'Runs' }))
    await waitFor(() => expect(runs.getByRole('status').textContent).toContain('1 of 2 checks failed'))
    expect(screen.queryByText('Not asked')).toBeNull()
  })

  it('says that it is not known what they came to, and asks again', async () => {
    let isDown = true
    await render(address, {
      'GET /api/v1/agents/*/check-runs/*': () =>
        isDown ? refuse(500, 'internal_error') : ok({ ...run, results: [result, passed] }),
    })
    expect(await screen.findByText('What the checks came to is not known')).toBeTruthy()
    expect(screen.queryByText('Not asked')).toBeNull()
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await screen.findAllByText('Broke')).length).toBeGreaterThan(0)
  })

  it('runs them, and shows how far it is', async () => {
    let current: object = run
    await render(address, {
      'GET /api/v1/agents/*/check-runs': () => ok([current]),
      'POST /api/v1/agents/*/check-runs': ({ json }) => {
        expect(json()).toEqual({ credits: 0 })
        current = { ...run, id: RUN.replace('c1', 'c2'), status: 'pending', asked: 1, ended_at: null }
        return ok(current, 202)
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Run all checks' }))
    expect(await screen.findByText('1 of 2 checks asked')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Checks asked' })).toBeTruthy()
  })

  it('shows all of a run, also where the list of runs was the first to say that it has ended', async () => {
    const pending = { ...run, status: 'pending', asked: 1, ended_at: null }
    let listed = 0
    let late = 0
    await render(address, {
      'GET /api/v1/agents/*/check-runs': () => {
        listed += 1
        return ok([listed > 1 ? run : pending])
      },
      'GET /api/v1/agents/*/check-runs/*': () => {
        if (listed > 1) late += 1
        return ok(late > 1 ? { ...run, results: [result, passed] } : { ...pending, results: [passed] })
      },
    })
    const runs = within(await screen.findByRole('region', { name: 'Runs' }))
    await waitFor(() => expect(runs.getByRole('status').textContent).toContain('1 of 2 checks failed'))
    expect((await screen.findAllByText('Broke')).length).toBeGreaterThan(0)
  })

  it('keeps what a check says of a refusal when its question is edited', async () => {
    const kept = { ...check, expects: 'hands_over', facts: [['colleague', 'person']], cites: SOURCE }
    const sent: unknown[] = []
    await render(`${address}?check=${CHECK}`, {
      'GET /api/v1/agents/*/checks': () => ok([kept]),
      'GET /api/v1/agents/*/checks/*': () => ok(kept),
      'GET /api/v1/agents/*/checks/*/results': () => ok([]),
      'GET /api/v1/agents/*/sources': () => page([source]),
      'GET /api/v1/agents/*/sources/*': () => ok(source),
      'PATCH /api/v1/agents/*/checks/*': ({ json }) => {
        sent.push(json())
        return ok(kept)
      },
    })
    const edit = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
      return within(await screen.findByRole('dialog', { name: 'Edit check' }))
    }
    const first = await edit()
    expect(first.getByLabelText<HTMLTextAreaElement>(/^Facts in the reply/).value).toBe('colleague | person')
    fireEvent.change(first.getByLabelText(/^Question/), { target: { value: 'Who helps me?' } })
    fireEvent.click(first.getByRole('button', { name: 'Save check' }))
    await waitFor(() => expect(sent).toEqual([{ question: 'Who helps me?', expects: 'hands_over' }]))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit check' })).toBeNull())
    const second = await edit()
    fireEvent.click(second.getByRole('radio', { name: /^It does not know/ }))
    expect(second.queryByLabelText(/^Facts in the reply/)).toBeNull()
    fireEvent.click(second.getByRole('button', { name: 'Save check' }))
    await waitFor(() =>
      expect(sent[1]).toEqual({ question: check.question, expects: 'refuses', facts: [], cites: null }),
    )
  })

  it.each([
    ['offers nothing to do with one of the list that is deleted', refuse(404, 'resource_not_found'), null],
    ['shows one as the list has it where it can’t be fetched', refuse(403, 'role_too_low'), '9:00 or nine'],
  ])('%s', async (_, answer, expected) => {
    await render(`${address}?check=${CHECK}`, {
      'GET /api/v1/agents/*/checks': () => ok([check]),
      'GET /api/v1/agents/*/checks/*': () => answer,
      'GET /api/v1/agents/*/checks/*/results': () => ok([]),
    })
    const panel = within(await screen.findByRole('dialog'))
    expect(await panel.findByRole('alert')).toBeTruthy()
    const shown = panel.queryByText('9:00 or nine')?.textContent ?? null
    expect([shown, panel.queryByRole('button', { name: 'Mute' }) !== null]).toEqual([expected, expected !== null])
  })

  it('shows what one expects and what was replied, mutes and deletes it', async () => {
    let now: object | undefined = check
    const { router } = await render(`${address}?check=${CHECK}`, {
      'GET /api/v1/agents/*/checks': () => ok(now ? [now] : []),
      'GET /api/v1/agents/*/checks/*': () => (now ? ok(now) : refuse(404, 'resource_not_found')),
      'GET /api/v1/agents/*/checks/*/results': () => ok([{ ...result, run_id: RUN }]),
      'PATCH /api/v1/agents/*/checks/*': ({ json }) => {
        now = { ...check, ...json() }
        return ok(now)
      },
      'DELETE /api/v1/agents/*/checks/*': () => {
        now = undefined
        return { status: 204 }
      },
    })
    const panel = within(await screen.findByRole('dialog', { name: check.question }))
    expect(await panel.findByText('We open at ten.')).toBeTruthy()
    expect(panel.getByText('9:00 or nine')).toBeTruthy()
    fireEvent.click(panel.getByRole('button', { name: 'Mute' }))
    expect(await panel.findByRole('button', { name: 'Count it again' })).toBeTruthy()
    fireEvent.click(panel.getByRole('button', { name: 'Delete' }))
    const confirm = await screen.findByRole('button', { name: 'Delete check' })
    await waitFor(() => {
      fireEvent.click(confirm) // does nothing for a moment, so that a double click confirms nothing
      expect(now).toBeUndefined()
    })
    expect(await screen.findByText('No checks yet')).toBeTruthy()
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('check'))
  })

  it.each([
    ['leads to the source that one must cite', ok(source), 'Opening hours'],
    ['says that it is deleted', refuse(404, 'resource_not_found'), /^It must cite a source that is deleted/],
  ])('%s', async (_, found, words) => {
    await render(`${address}?check=${CHECK}`, {
      'GET /api/v1/agents/*/checks': () => ok([{ ...check, cites: SOURCE }]),
      'GET /api/v1/agents/*/checks/*': () => ok({ ...check, cites: SOURCE }),
      'GET /api/v1/agents/*/checks/*/results': () => ok([]),
      'GET /api/v1/agents/*/sources/*': () => found,
    })
    const shown = await screen.findByText(words)
    const link = `/agents/${AGENT}/knowledge/sources?source=${SOURCE}`
    expect(shown.closest('a')?.getAttribute('href') ?? link).toBe(link)
  })

  it('writes one that another screen suggests, with its facts', async () => {
    const sent: unknown[] = []
    await render(`${address}?add=check&question=When+do+you+open%3F&expects=answers&cites=${SOURCE}`, {
      'GET /api/v1/agents/*/sources': () => page([]),
      'POST /api/v1/agents/*/checks': ({ json }) => {
        sent.push(json())
        return ok(check, 201)
      },
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'New check' }))
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Question').value).toBe('When do you open?')
    fireEvent.change(dialog.getByLabelText(/Facts in the reply/), { target: { value: '9:00 | nine\nMonday' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Create check' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({
      ...{ question: 'When do you open?', expects: 'answers', facts: [['9:00', 'nine'], ['Monday']] },
      cites: SOURCE,
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['a'.repeat(256), 'facts.0.0', 'Must have facts of at most 255 characters.'],
    [Array.from({ length: 21 }, (_, at) => at).join('|'), 'facts.0', 'Must have at most 20 wordings in a line.'],
  ])('says at the facts that one is too long, or has too many wordings', async (typed, field, said) => {
    const details = [{ field, message: `The ${field} field is refused` }]
    await render(`${address}?add=check&question=When%3F`, {
      'POST /api/v1/agents/*/checks': () => refuse(422, 'validation_failed', details),
      'GET /api/v1/agents/*/sources': () => page([source]),
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'New check' }))
    fireEvent.change(dialog.getByLabelText(/^Facts in the reply/), { target: { value: typed } })
    fireEvent.click(dialog.getByRole('button', { name: 'Create check' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(said)
  })

  it('names the rows of a file that have a problem', async () => {
    await render(`${address}?add=file`, {
      'POST /api/v1/agents/*/checks/import': () =>
        refuse(422, 'validation_failed', [{ field: 'rows.3.expects', message: 'Row 3: must be one of answers' }]),
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Import checks' }))
    const file = new File(['question\n'], 'checks.csv', { type: 'text/csv' })
    fireEvent.change(dialog.getByLabelText('File'), { target: { files: [file] } })
    fireEvent.click(dialog.getByRole('button', { name: 'Import checks' }))
    expect(await dialog.findByText('Row 3: must be one of answers')).toBeTruthy()
  })

  it('leaves a dialog open that was opened after an import was cancelled, and says how that one ended', async () => {
    const coming = Promise.withResolvers<TestAnswer>()
    await render(`${address}?add=file`, {
      'GET /api/v1/agents/*/sources': () => page([]),
      'POST /api/v1/agents/*/checks/import': () => coming.promise,
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Import checks' }))
    const file = new File(['question\n'], 'checks.csv', { type: 'text/csv' })
    fireEvent.change(dialog.getByLabelText('File'), { target: { files: [file] } })
    const submit = dialog.getByRole('button', { name: 'Import checks' })
    fireEvent.click(submit)
    await waitFor(() => expect(submit.getAttribute('aria-busy')).toBe('true'))
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(await screen.findByRole('button', { name: 'New check' }))
    const question = await screen.findByLabelText<HTMLTextAreaElement>('Question')
    fireEvent.change(question, { target: { value: 'Do you rent boats?' } })
    coming.resolve(ok({ imported: 2 }))
    expect((await screen.findAllByText('2 checks added')).length).toBeGreaterThan(0)
    expect(question.isConnected).toBe(true)
    expect(question.value).toBe('Do you rent boats?')
  })
})
