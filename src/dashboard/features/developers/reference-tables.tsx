import type { ReactNode } from 'react'
import { errorCodes } from '#contract/endpoint.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { endpoints } from '#contract/index.ts'
import { rateLimits } from '#contract/limits.ts'
import { publicRoutes } from '#contract/public-routes.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import { scopes } from '#contract/scopes.ts'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#dashboard/ui/table.tsx'

export function RateTable() {
  return (
    <Section
      title="Rate limits"
      note="Requests a minute for each key. Each answer says what is left in X-RateLimit-Remaining; a 429 says in Retry-After how long to wait. Whoever runs this server may have set others."
    >
      <Reference
        label="Rate limits"
        headers={['Class', 'A minute']}
        rows={Object.entries(rateLimits).map(([name, limit]) => ({ name, text: limit }))}
      />
    </Section>
  )
}

export function ScopeTable() {
  return (
    <Section
      title="Scopes"
      note="What a key may do. Without the scope an endpoint needs, it answers insufficient_scope."
    >
      <Reference
        label="Scopes"
        headers={['Scope', 'Grants']}
        rows={Object.entries(scopes).map(([name, grants]) => ({ name, text: grants }))}
      />
    </Section>
  )
}

/**
 * Error codes that a public endpoint may return: those of the contract, and two that are not about any one endpoint.
 */
const publicCodes: ErrorCode[] = (() => {
  const used = new Set((Object.keys(publicRoutes) as PublicRouteName[]).flatMap((name) => errorCodes(endpoints[name])))
  used.add('internal_error').add('method_not_allowed')
  return (Object.keys(errors) as ErrorCode[]).filter((code) => used.has(code))
})()

export function ErrorTable() {
  return (
    <Section
      title="Errors"
      note="An error is {error: {code, message, details}, meta}. Go by the code: messages may change. Details name the field."
    >
      <Reference
        label="Errors"
        headers={['Status', 'Code', 'Message']}
        rows={publicCodes.map((code) => ({ status: errors[code].status, name: code, text: errors[code].message }))}
      />
    </Section>
  )
}

function Section({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="text-pretty text-muted">{note}</p>
      </div>
      {children}
    </section>
  )
}

interface ReferenceRow {
  /** HTTP status, shown before the name. */
  status?: number
  name: string
  text: ReactNode
}

interface ReferenceProps {
  label: string
  headers: readonly string[]
  rows: readonly ReferenceRow[]
}

/** A table of names and their meanings; on a phone the meaning is below the name. */
function Reference({ label, headers, rows }: ReferenceProps) {
  return (
    <Table aria-label={label}>
      <TableHead>
        <tr>
          {headers.map((header, column) => (
            <TableHeader key={header} className={column === headers.length - 1 ? 'max-sm:hidden' : ''}>
              {header}
            </TableHeader>
          ))}
        </tr>
      </TableHead>
      <TableBody>
        {rows.map(({ status, name, text }) => (
          <TableRow key={`${status} ${name}`}>
            {status && <TableCell className="align-top">{status}</TableCell>}
            <TableCell className="align-top max-sm:w-full sm:whitespace-nowrap">
              <code className="wrap-anywhere font-mono text-sm">{name}</code>
              <span className="block text-pretty text-ink-soft sm:hidden">{text}</span>
            </TableCell>
            <TableCell className="w-full align-top max-sm:hidden">{text}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
