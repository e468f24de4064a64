import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AuditTable } from './audit-table.tsx'

afterEach(cleanup)

it('names what a change has changed', () => {
  const entry = {
    id: 'e2',
    action: 'agent.settings_changed' as const,
    actor: { type: 'member' as const, id: 'ana-id', name: 'Ana' },
    target: { type: 'agent' as const, id: 'shop-id', name: 'Shop' },
    address: null,
    fields: ['greeting', 'away_text'],
    created_at: '2026-03-01T10:00:00.000Z',
  }
  render(<AuditTable entries={[entry]} isStale={false} />)
  expect(screen.getByRole('button').textContent).toBe('Ana changed the settings of Shop: greeting, away text')
})

it('opens an entry with all that is kept of it', async () => {
  const entry = {
    id: 'e1',
    action: 'member.role_changed' as const,
    actor: { type: 'member' as const, id: 'ana-id', name: 'Ana' },
    target: { type: 'member' as const, id: 'ben-id', name: 'Ben' },
    address: '192.0.2.7',
    fields: [],
    created_at: '2026-03-01T10:00:00.000Z',
  }
  render(<AuditTable entries={[entry]} isStale={false} />)
  fireEvent.click(screen.getByRole('button', { name: 'Ana gave Ben another role' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Role changed' }))
  for (const text of ['192.0.2.7', 'Ben', 'ana-id', 'ben-id']) expect(panel.getByText(text)).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
