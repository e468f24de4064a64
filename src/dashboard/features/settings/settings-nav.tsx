import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { type SettingsEntry, settingsGroups } from '#dashboard/lib/settings-sections.ts'

/** The list of sections: a column beside the open section, or a screen of its own in a narrow window. */
export function SettingsNav() {
  return (
    <nav aria-label="Settings" className="flex flex-col gap-5">
      {settingsGroups.map(({ title, entries }) => (
        <Group key={title} title={title} entries={entries} />
      ))}
    </nav>
  )
}

function Group({ title, entries }: { title: string; entries: readonly SettingsEntry[] }) {
  const shown = useExistingRoutes(entries)
  if (shown.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-1 px-2 text-muted text-xs">{title}</h2>
      <ul className="flex flex-col gap-0.5 max-md:divide-y max-md:divide-line max-md:overflow-hidden max-md:rounded-lg max-md:border max-md:border-line max-md:bg-surface">
        {shown.map(({ path, link, label }) => (
          <li key={path}>
            <Link
              {...link}
              className="flex h-8 items-center gap-2.5 rounded px-2 font-medium text-ink-soft transition-colors duration-100 hover:bg-hover data-[status=active]:bg-hover data-[status=active]:text-ink max-md:h-12 max-md:rounded-none max-md:px-3"
            >
              <span className="flex-1 truncate">{label}</span>
              <ChevronRight aria-hidden className="size-4 text-muted md:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
