import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { downloadBandFile } from './queries.ts'
import { DownloadButton } from '#lib/download-button.tsx'

export function BandDataDownload({ bandId }: { bandId: string }) {
  return (
    <section aria-labelledby="band-data" className="grid max-w-2xl grid-cols-1 gap-3 border-t border-hairline pt-8">
      <h2 id="band-data" className="text-lg font-bold">
        Your band’s data
      </h2>
      <p className="text-muted">
        Everything the band has in Gaffer, in one file: calendar with answers and gig sheets, practice list, set lists,
        dep book with its numbers, members’ names and pictures. Members’ phone numbers and days away are not in it.
      </p>
      <p className="text-muted">
        The file can be loaded as a new band, here or in another Gaffer. Keep it as safe as the band keeps its fees.
      </p>
      <DownloadButton
        label="Download the band"
        download={() => downloadBandFile(bandId)}
        saved={bandFileMessages.bandFileSaved}
        notSaved={bandFileMessages.bandFileNotSaved}
      />
    </section>
  )
}
