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
    <ReferenceTable
      title="Rate limits"
      note="Requests a minute for each key. Each answer says what is left in X-RateLimit-Remaining; a 429 says in Retry-After how long to wait. Whoever runs this server may have set others."
      headers={['Class', 'A minute']}
      rows={Object.entries(rateLimits).map(([name, limit]) => ({ name, text: limit }))}
    />
  )
}

export function ScopeTable() {
  return (
    <ReferenceTable
      title="Scopes"
      note="What a key may do. Without the scope an endpoint needs, it answers insufficient_scope."
      headers={['Scope', 'Grants']}
      rows={Object.entries(scopes).map(([name, grants]) => ({ name, text: grants }))}
    />
  )
}

/** Codes that a public endpoint may return: the contract's, and two that are not about any one endpoint. */
const publicCodes: ErrorCode[] = (() => {
  const used = new Set((Object.keys(publicRoutes) as PublicRouteName[]).flatMap((name) => errorCodes(endpoints[name])))
  used.add('internal_error').add('method_not_allowed')
  return (Object.keys(errors) as ErrorCode[]).filter((code) => used.has(code))
})()

export function ErrorTable() {
  return (
    <ReferenceTable
      title="Errors"
      note="An error is {error: {code, message, details}, meta}. Go by the code: messages may change. Details name the field."
      headers={['Status', 'Code', 'Message']}
      rows={publicCodes.map((code) => ({ status: errors[code].status, name: code, text: errors[code].message }))}
    />
  )
}

interface ReferenceTableProps {
  title: string
  note: string
  headers: readonly string[]
  rows: readonly {
    status?: number
    name: string
    text: string | number
  }[]
}

/** A table of names and their meanings, with a heading; on a phone the meaning is below the name. */
function ReferenceTable({ title, note, headers, rows }: ReferenceTableProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="text-pretty text-muted">{note}</p>
      </div>
      <Table aria-label={title}>
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
    </section>
  )
}
