import type { ReactNode } from 'react'

/** A part of the details pane, below its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 font-medium text-muted text-xs">{title}</h2>
      {children}
    </section>
  )
}

/** A part of the details pane that lists terms with their descriptions. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <dl className="divide-y divide-line border-line border-y">{children}</dl>
    </Section>
  )
}
