import { limits } from '@gaffer/domain/shared/limits'
import { Plus, X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { LinkRow } from './page-form-values.ts'

type Props = {
  links: readonly LinkRow[]
  /** By "links.0.url". */
  errors: Readonly<Record<string, string>>
  onChange: (links: LinkRow[]) => void
}

export function LinkRows({ links, errors, onChange }: Props) {
  const change = (key: number, changes: Partial<LinkRow>) =>
    onChange(links.map((link) => (link.key === key ? { ...link, ...changes } : link)))
  const nextKey = Math.max(-1, ...links.map(({ key }) => key)) + 1
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 text-sm font-medium">Links</legend>
      {links.map(({ key, label, url }, at) => (
        <div key={key} className="grid grid-cols-[1fr_auto] items-end gap-2 sm:grid-cols-[12rem_1fr_auto]">
          <TextField
            label={`Name of link ${at + 1}`}
            autoComplete="off"
            maxLength={limits.linkLabelLength}
            value={label}
            error={errors[`links.${at}.label`]}
            onChange={(event) => change(key, { label: event.target.value })}
          />
          <TextField
            label={`Address of link ${at + 1}`}
            className="max-sm:col-start-1 max-sm:row-start-2"
            inputMode="url"
            autoComplete="off"
            maxLength={limits.webAddressLength}
            value={url}
            error={errors[`links.${at}.url`]}
            onChange={(event) => change(key, { url: event.target.value })}
          />
          <IconButton
            label={`Remove link ${at + 1}`}
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={() => onChange(links.filter((link) => link.key !== key))}
          />
        </div>
      ))}
      {links.length < limits.linksOfPage && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...links, { key: nextKey, label: '', url: '' }])}
        >
          <Plus aria-hidden="true" className="size-4" />
          Add a link
        </Button>
      )}
    </fieldset>
  )
}
