import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AlarmRule, alarmRules } from '#contract/enums.ts'
import type { Facts } from './facts.ts'
import { alertsYaml, troublesIn } from './rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const now = Date.parse('2026-11-23T12:00:00Z')
const DEPLOY = join(import.meta.dirname, '../../../../deploy')

const well: Facts = {
  now,
  startedAt: now - 30 * DAY_MS,
  backup: { at: now - DAY_MS, kept: 1, error: null },
  disk: { free: 5e9, size: 10e9 },
  queue: [{ name: 'sources.train', count: 3, seconds: 200 }],
  mailboxesFailing: 0,
  webhooksOff: 0,
  modelsFailing: [],
  certificateEndsAt: now + 60 * DAY_MS,
  requests: { answered: 1_000, failed: 9 },
}

const ill: Record<AlarmRule, Partial<Facts>> = {
  backup_old: { backup: { at: now - 2 * DAY_MS - 1, kept: 1, error: 'No room.' } },
  disk_low: { disk: { free: 0.9e9, size: 10e9 } },
  jobs_late: { queue: [{ name: 'sources.train', count: 3, seconds: 301 }] },
  model_failing: { modelsFailing: ['gpt-x'] },
  mailbox_failing: { mailboxesFailing: 2 },
  webhook_off: { webhooksOff: 1 },
  certificate_ending: { certificateEndsAt: now + 13 * DAY_MS },
  errors_many: { requests: { answered: 1_000, failed: 11 } },
}

describe('the rules', () => {
  it('find nothing where all is well', () => {
    expect(troublesIn(well)).toEqual([])
    expect(troublesIn({ ...well, backup: null, certificateEndsAt: null, queue: [] })).toEqual([])
    expect(troublesIn({ ...well, requests: { answered: 4, failed: 4 } })).toEqual([])
  })

  it.each(alarmRules)('find %s alone, and say it with its numbers', (rule) => {
    const found = troublesIn({ ...well, ...ill[rule] })
    expect(found.map((trouble) => trouble.rule)).toEqual([rule])
    expect(found[0]?.detail).toMatch(/^[A-Z0-9g].*\.$/)
  })

  it('count from the start where there is no backup yet', () => {
    const none = { at: null, kept: 0, error: null }
    expect(troublesIn({ ...well, backup: none })).toHaveLength(1)
    expect(troublesIn({ ...well, backup: none, startedAt: now - DAY_MS })).toEqual([])
  })

  it('are those of deploy/alerts.yaml, which names metrics that exist', async () => {
    await expect(alertsYaml()).toMatchFileSnapshot(join(DEPLOY, 'alerts.yaml'))
    const names = (file: string) => new Set(readFileSync(file, 'utf8').match(/baton_[a-z_]+/g))
    const made = ['meters.ts', 'gauges.ts'].map((file) =>
      readFileSync(join(import.meta.dirname, '../../metrics', file), 'utf8'),
    )
    for (const file of ['alerts.yaml', 'dashboard.json'])
      for (const name of names(join(DEPLOY, file))) {
        const plain = name.replace(/^baton_/, '').replace(/_(total|seconds_(count|bucket|sum))$/, '')
        expect(
          made.some((text) => text.includes(`'${plain}'`) || text.includes(`'${name}'`)),
          name,
        ).toBe(true)
      }
  })

  it('stand each in docs/operating.md', () => {
    const text = readFileSync(join(DEPLOY, '../docs/operating.md'), 'utf8')
    expect(alarmRules.filter((rule) => !text.includes(`| \`${rule}\` |`))).toEqual([])
  })
})
