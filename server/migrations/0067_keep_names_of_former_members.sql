-- Notes, markup and the history of events show the name of a former member: retention no longer deletes names by their age.

drop index activity_names_by_age;
