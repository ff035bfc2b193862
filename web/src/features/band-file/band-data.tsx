import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { FolderArchive } from 'lucide-react'
import { downloadBandFile, bandZipUrlOf } from './downloads.ts'
import { DownloadButton } from '#lib/download-button.tsx'
import { DownloadLink } from '#lib/download-link.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'

export function BandDataDownload({ bandId }: { bandId: string }) {
  return (
    <section aria-labelledby="band-data" className="grid max-w-2xl grid-cols-1 gap-3 border-t border-hairline pt-8">
      <h2 id="band-data" className="text-lg font-bold">
        Your band’s data
      </h2>
      <p className="text-muted">
        Everything the band has in Gaffer, in one file: calendar with answers and gig sheets, practice list, set lists,
        money, dep book with its numbers, members’ names and pictures. Members’ phone numbers and days away are not in
        it.
      </p>
      <p className="text-muted">
        “Download everything” is a zip with that file, all charts and the marks that members share on them, recordings
        and receipts, the ledger for a spreadsheet and the set lists as text.
      </p>
      <p className="text-muted">
        Either can be loaded as a new band, here or in another Gaffer. Keep it as safe as the band keeps its fees.
      </p>
      <div className="flex flex-wrap gap-3">
        <DownloadButton
          label="Download the band"
          download={() => downloadBandFile(bandId)}
          saved={bandFileMessages.bandFileSaved}
          notSaved={bandFileMessages.bandFileNotSaved}
        />
        <DownloadLink
          href={bandZipUrlOf(bandId)}
          notSaved={bandFileMessages.zipNotSaved}
          className={`${buttonClassNameFor({ variant: 'secondary' })} max-sm:w-full`}
        >
          <FolderArchive aria-hidden="true" className="size-5" />
          Download everything
        </DownloadLink>
      </div>
    </section>
  )
}
