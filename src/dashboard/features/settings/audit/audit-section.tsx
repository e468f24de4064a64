import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import { basePaths } from '#contract/route.ts'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { isPastTheEnd, PastTheEnd } from '#dashboard/components/past-the-end.tsx'
import { buttonVariants } from '#dashboard/ui/button.tsx'
import { Pagination } from '#dashboard/ui/pagination.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditSearch, auditFilter, readAuditSearch } from './audit-search.ts'
import { AuditTable } from './audit-table.tsx'

const route = getRouteApi('/_app/settings/audit')

/** The audit log: who did what in the organization, with filters that are kept in the address. */
export function AuditSection() {
  const search = readAuditSearch(route.useSearch())
  const navigate = route.useNavigate()
  const { id } = useOrganization()
  const query = { ...auditFilter(search), page: search.page }
  const entries = api.listAuditLog.useQuery({ query, placeholderData: keepPreviousData })
  const { data, error } = entries
  const change = (changed: AuditSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), resetScroll: 'page' in changed, replace: true })
  const isFiltered = Boolean(search.actor || search.action || search.from || search.to)
  return (
    <SettingsSection
      title="Audit log"
      description="Who did what, from which address. Entries are kept for 400 days and can’t be changed."
      actions={
        <a href={downloadLink(id, search)} download className={buttonVariants()}>
          <Download aria-hidden /> Download CSV
        </a>
      }
    >
      <AuditFilters search={search} onChange={(changed) => change({ ...changed, page: undefined })} />
      {!data && error ? (
        <ErrorState error={error} onRetry={() => void entries.refetch()} />
      ) : data && isPastTheEnd(data) ? (
        <PastTheEnd meta={data.meta} noun="entries" onFirst={() => change({ page: undefined })} />
      ) : data?.data.length === 0 ? (
        <p className="rounded-lg border border-line border-dashed px-4 py-8 text-center text-muted">
          {isFiltered ? 'No entry fits these filters.' : 'Nothing has been recorded yet.'}
        </p>
      ) : (
        <AuditTable entries={data?.data} isStale={entries.isPlaceholderData} />
      )}
      {data && <Pagination meta={data.meta} noun="entries" onPage={(page) => change({ page })} />}
    </SettingsSection>
  )
}

/** The address of the filtered entries as a CSV file. The browser downloads it by itself, with the session's cookie. */
function downloadLink(organizationId: string, search: AuditSearch): string {
  const filter = Object.entries(auditFilter(search)).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(filter).toString()
  return `${basePaths['first-party']}/organizations/${organizationId}/audit-log.csv${query && `?${query}`}`
}
