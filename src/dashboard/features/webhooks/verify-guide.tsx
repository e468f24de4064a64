import { CodeBlock } from '#dashboard/components/code-block.tsx'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#dashboard/ui/tabs.tsx'
import { snippets, testVector } from './snippets.ts'

export function VerifyGuide() {
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-2xl text-ink-soft">
        Deliveries follow Standard Webhooks: the signature covers{' '}
        <code className="font-mono text-sm">id.timestamp.body</code>, with the body exactly as it arrived. Check it
        before parsing, refuse what is older than five minutes, and answer 2xx at once; the same{' '}
        <code className="font-mono text-sm">webhook-id</code> may come more than once.
      </p>
      <Tabs defaultValue={snippets[0]?.id}>
        <TabsList aria-label="Language">
          {snippets.map(({ id, label }) => (
            <TabsTrigger key={id} value={id}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {snippets.map(({ id, label, file, code }) => (
          <TabsContent key={id} value={id} tabIndex={-1} className="pt-3">
            <CodeBlock label={`${label} code`} title={file} code={code} />
          </TabsContent>
        ))}
      </Tabs>
      <section className="flex flex-col gap-2">
        <h3 className="font-medium">Test vector</h3>
        <p className="text-muted">With these values, and a clock at that second, the check has to succeed.</p>
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[10rem_1fr]">
          {Object.entries(testVector).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="flex min-w-0 items-start gap-2">
                <code className="min-w-0 flex-1 break-all font-mono text-sm">{value}</code>
                <CopyableId value={value} label={name} className="[&>span]:sr-only" />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}
