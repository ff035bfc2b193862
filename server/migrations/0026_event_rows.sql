-- Events are read as rows, and their tags are hashes of the response.

drop trigger write_event_json on events;
drop function write_event_json();
alter table events drop column fields_json;
