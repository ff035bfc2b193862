-- The texts of charts count towards the storage of their band.

create index chart_versions_with_text on chart_versions (band_id) include (bytes) where kind = 'text';
