// The songs in the catalogue: artist, album, year, titles.

export type Album = { artist: string; album: string; year: number; titles: string[] }

const table = `
ABBA|Arrival|1976|Dancing Queen;Knowing Me, Knowing You;Money, Money, Money
AC/DC|Back in Black|1980|Back in Black;You Shook Me All Night Long;Hells Bells
AC/DC|Highway to Hell|1979|Highway to Hell;Touch Too Much
Adele|21|2011|Rolling in the Deep;Someone Like You;Set Fire to the Rain;Rumour Has It
a-ha|Hunting High and Low|1985|Take On Me;The Sun Always Shines on T.V.
Alanis Morissette|Jagged Little Pill|1995|Ironic;Hand in My Pocket;You Oughta Know;You Learn
Amy Winehouse|Back to Black|2006|Rehab;Back to Black;You Know I'm No Good;Tears Dry on Their Own
Arctic Monkeys|Whatever People Say I Am, That's What I'm Not|2006|I Bet You Look Good on the Dancefloor;When the Sun Goes Down;Mardy Bum;A Certain Romance
Arctic Monkeys|AM|2013|Do I Wanna Know?;R U Mine?;Why'd You Only Call Me When You're High?
Aretha Franklin|I Never Loved a Man the Way I Love You|1967|Respect;Do Right Woman, Do Right Man
Aretha Franklin|Lady Soul|1968|Chain of Fools;(You Make Me Feel Like) A Natural Woman
Bee Gees|Saturday Night Fever|1977|Stayin' Alive;Night Fever;How Deep Is Your Love;More Than a Woman
Ben E. King|Don't Play That Song!|1962|Stand by Me
Bill Withers|Just as I Am|1971|Ain't No Sunshine;Grandma's Hands
Bill Withers|Menagerie|1977|Lovely Day
Blondie|Parallel Lines|1978|Heart of Glass;One Way or Another;Hanging on the Telephone;Sunday Girl
Blondie|Eat to the Beat|1979|Atomic;Dreaming
Blur|Parklife|1994|Parklife;Girls & Boys;End of a Century;This Is a Low
Blur|Blur|1997|Song 2;Beetlebum
Bob Marley & The Wailers|Exodus|1977|Jamming;Three Little Birds;One Love / People Get Ready;Exodus
Bob Marley & The Wailers|Natty Dread|1974|No Woman, No Cry
Bon Jovi|Slippery When Wet|1986|Livin' on a Prayer;You Give Love a Bad Name;Wanted Dead or Alive
Bruce Springsteen|Born to Run|1975|Born to Run;Thunder Road;Tenth Avenue Freeze-Out
Bruce Springsteen|Born in the U.S.A.|1984|Born in the U.S.A.;Dancing in the Dark;Glory Days;I'm on Fire
Bryan Adams|Reckless|1984|Summer of '69;Run to You;Heaven
Buzzcocks|Love Bites|1978|Ever Fallen in Love (With Someone You Shouldn't've)
Carole King|Tapestry|1971|It's Too Late;I Feel the Earth Move;You've Got a Friend
Chic|C'est Chic|1978|Le Freak;I Want Your Love
Chuck Berry|Chuck Berry Is on Top|1959|Johnny B. Goode;Roll Over Beethoven;Maybellene
Coldplay|Parachutes|2000|Yellow;Trouble;Shiver
Coldplay|A Rush of Blood to the Head|2002|The Scientist;Clocks;In My Place
Coldplay|Viva la Vida or Death and All His Friends|2008|Viva la Vida;Lost!
Creedence Clearwater Revival|Green River|1969|Bad Moon Rising;Green River
Creedence Clearwater Revival|Willy and the Poor Boys|1969|Fortunate Son;Down on the Corner
Daft Punk|Random Access Memories|2013|Get Lucky;Lose Yourself to Dance;Instant Crush
David Bowie|Hunky Dory|1971|Changes;Life on Mars?;Oh! You Pretty Things
David Bowie|The Rise and Fall of Ziggy Stardust and the Spiders from Mars|1972|Starman;Ziggy Stardust;Suffragette City;Moonage Daydream
David Bowie|"Heroes"|1977|"Heroes"
David Bowie|Let's Dance|1983|Let's Dance;Modern Love;China Girl
Deep Purple|Machine Head|1972|Smoke on the Water;Highway Star
Dexys Midnight Runners|Too-Rye-Ay|1982|Come On Eileen;Jackie Wilson Said
Dire Straits|Dire Straits|1978|Sultans of Swing;Down to the Waterline
Dire Straits|Brothers in Arms|1985|Money for Nothing;Walk of Life;So Far Away
Dolly Parton|Jolene|1974|Jolene;I Will Always Love You
Dua Lipa|Future Nostalgia|2020|Don't Start Now;Levitating;Physical;Break My Heart
Duran Duran|Rio|1982|Rio;Hungry Like the Wolf;Save a Prayer
Dusty Springfield|Dusty in Memphis|1969|Son of a Preacher Man;Just a Little Lovin'
Eagles|Hotel California|1976|Hotel California;Life in the Fast Lane;New Kid in Town
Eagles|Eagles|1972|Take It Easy;Peaceful Easy Feeling
Echo & the Bunnymen|Ocean Rain|1984|The Killing Moon;Seven Seas
Ed Sheeran|÷|2017|Shape of You;Castle on the Hill;Galway Girl;Perfect
Ed Sheeran|x|2014|Thinking Out Loud;Sing;Don't
Elbow|The Seldom Seen Kid|2008|One Day Like This;Grounds for Divorce
Electric Light Orchestra|Out of the Blue|1977|Mr. Blue Sky;Turn to Stone;Sweet Talkin' Woman
Electric Light Orchestra|Discovery|1979|Don't Bring Me Down;Last Train to London
Elton John|Honky Château|1972|Rocket Man;Honky Cat
Elton John|Goodbye Yellow Brick Road|1973|Bennie and the Jets;Goodbye Yellow Brick Road;Saturday Night's Alright for Fighting
Elvis Presley|Elvis' Golden Records|1958|Hound Dog;Jailhouse Rock;All Shook Up;Heartbreak Hotel
Fleetwood Mac|Rumours|1977|Dreams;Go Your Own Way;Don't Stop;The Chain;You Make Loving Fun
Fleetwood Mac|Tango in the Night|1987|Everywhere;Little Lies;Big Love
Florence + The Machine|Lungs|2009|Dog Days Are Over;You've Got the Love;Rabbit Heart (Raise It Up)
Foo Fighters|The Colour and the Shape|1997|Everlong;My Hero;Monkey Wrench
Foo Fighters|One by One|2002|Times Like These;All My Life
Franz Ferdinand|Franz Ferdinand|2004|Take Me Out;The Dark of the Matinée;Michael
George Ezra|Wanted on Voyage|2014|Budapest;Blame It on Me
Gloria Gaynor|Love Tracks|1978|I Will Survive
Green Day|Dookie|1994|Basket Case;When I Come Around;Longview
Green Day|American Idiot|2004|American Idiot;Boulevard of Broken Dreams;Holiday
Guns N' Roses|Appetite for Destruction|1987|Sweet Child o' Mine;Welcome to the Jungle;Paradise City
Harry Styles|Fine Line|2019|Watermelon Sugar;Adore You
Harry Styles|Harry's House|2022|As It Was;Late Night Talking
Hozier|Hozier|2014|Take Me to Church;Work Song;Cherry Wine
James|Gold Mother|1990|Sit Down;Come Home
James|Laid|1993|Laid;Sometimes
James Brown|I Got You (I Feel Good)|1966|I Got You (I Feel Good);It's a Man's Man's Man's World
Joan Jett & the Blackhearts|I Love Rock 'n' Roll|1981|I Love Rock 'n' Roll;Crimson and Clover
Johnny Cash|I Walk the Line|1964|I Walk the Line;Folsom Prison Blues
Johnny Cash|Ring of Fire|1963|Ring of Fire
Joy Division|Substance|1988|Love Will Tear Us Apart;Transmission;Atmosphere
Kaiser Chiefs|Employment|2005|I Predict a Riot;Oh My God;Everyday I Love You Less and Less
Kaiser Chiefs|Yours Truly, Angry Mob|2007|Ruby;The Angry Mob
Kate Bush|Hounds of Love|1985|Running Up That Hill (A Deal with God);Cloudbusting;Hounds of Love
Kate Bush|The Kick Inside|1978|Wuthering Heights;The Man with the Child in His Eyes
Kings of Leon|Only by the Night|2008|Sex on Fire;Use Somebody;Notion
Kylie Minogue|Fever|2001|Can't Get You Out of My Head;Love at First Sight
Led Zeppelin|Led Zeppelin II|1969|Whole Lotta Love;Ramble On;Heartbreaker
Led Zeppelin|Led Zeppelin IV|1971|Stairway to Heaven;Black Dog;Rock and Roll;Going to California
Lewis Capaldi|Divinely Uninspired to a Hellish Extent|2019|Someone You Loved;Before You Go;Bruises
Lou Reed|Transformer|1972|Perfect Day;Walk on the Wild Side;Satellite of Love
Lynyrd Skynyrd|(Pronounced 'Lĕh-'nérd 'Skin-'nérd)|1973|Free Bird;Simple Man;Gimme Three Steps
Lynyrd Skynyrd|Second Helping|1974|Sweet Home Alabama
Madness|One Step Beyond...|1979|One Step Beyond;My Girl;Night Boat to Cairo
Madness|The Rise & Fall|1982|Our House;Tomorrow's (Just Another Day)
Madonna|Like a Prayer|1989|Like a Prayer;Express Yourself;Cherish
Manic Street Preachers|Everything Must Go|1996|A Design for Life;Everything Must Go;Kevin Carter
Marvin Gaye|In the Groove|1968|I Heard It Through the Grapevine
Marvin Gaye|What's Going On|1971|What's Going On;Mercy Mercy Me (The Ecology)
Meat Loaf|Bat Out of Hell|1977|Bat Out of Hell;Paradise by the Dashboard Light;Two Out of Three Ain't Bad
Metallica|Metallica|1991|Enter Sandman;Nothing Else Matters;Sad but True
Michael Jackson|Off the Wall|1979|Don't Stop 'Til You Get Enough;Rock with You
Michael Jackson|Thriller|1982|Billie Jean;Beat It;Thriller;Wanna Be Startin' Somethin'
Muse|Black Holes and Revelations|2006|Supermassive Black Hole;Starlight;Knights of Cydonia
Neil Diamond|Brother Love's Travelling Salvation Show|1969|Sweet Caroline
Neil Young|Harvest|1972|Heart of Gold;Old Man;The Needle and the Damage Done
New Order|Power, Corruption & Lies|1983|Age of Consent
New Order|Substance 1987|1987|Blue Monday;Bizarre Love Triangle;True Faith;Temptation
Nina Simone|I Put a Spell on You|1965|Feeling Good;I Put a Spell on You
Nirvana|Nevermind|1991|Smells Like Teen Spirit;Come as You Are;Lithium;In Bloom
Oasis|Definitely Maybe|1994|Live Forever;Supersonic;Cigarettes & Alcohol;Slide Away;Rock 'n' Roll Star
Oasis|(What's the Story) Morning Glory?|1995|Wonderwall;Don't Look Back in Anger;Champagne Supernova;Some Might Say;Roll with It
Ocean Colour Scene|Moseley Shoals|1996|The Riverboat Song;The Day We Caught the Train
Olivia Rodrigo|Sour|2021|drivers license;good 4 u;deja vu
Otis Redding|Otis Blue|1965|I've Been Loving You Too Long;Respect
Otis Redding|The Dock of the Bay|1968|(Sittin' On) The Dock of the Bay
Paul Weller|Stanley Road|1995|The Changingman;You Do Something to Me;Broken Stones
Pet Shop Boys|Please|1986|West End Girls;Opportunities (Let's Make Lots of Money)
Pet Shop Boys|Actually|1987|It's a Sin;Rent;What Have I Done to Deserve This?
Pink Floyd|The Wall|1979|Another Brick in the Wall, Pt. 2;Comfortably Numb;Hey You
Pink Floyd|Wish You Were Here|1975|Wish You Were Here
Primal Scream|Give Out but Don't Give Up|1994|Rocks;Jailbird
Primal Scream|Screamadelica|1991|Loaded;Movin' on Up
Prince|Purple Rain|1984|Purple Rain;When Doves Cry;Let's Go Crazy;I Would Die 4 U
Prince|1999|1982|1999;Little Red Corvette
Pulp|Different Class|1995|Common People;Disco 2000;Sorted for E's & Wizz
Queen|A Night at the Opera|1975|Bohemian Rhapsody;You're My Best Friend
Queen|Jazz|1978|Don't Stop Me Now;Fat Bottomed Girls
Queen|News of the World|1977|We Will Rock You;We Are the Champions
Queen|The Game|1980|Another One Bites the Dust;Crazy Little Thing Called Love
Radiohead|Pablo Honey|1993|Creep;Anyone Can Play Guitar
Radiohead|The Bends|1995|High and Dry;Fake Plastic Trees;Street Spirit (Fade Out);Just
Radiohead|OK Computer|1997|Karma Police;No Surprises;Paranoid Android
Rage Against the Machine|Rage Against the Machine|1992|Killing in the Name;Bombtrack
Red Hot Chili Peppers|Blood Sugar Sex Magik|1991|Under the Bridge;Give It Away
Red Hot Chili Peppers|Californication|1999|Californication;Scar Tissue;Otherside
R.E.M.|Out of Time|1991|Losing My Religion;Shiny Happy People
R.E.M.|Automatic for the People|1992|Everybody Hurts;Man on the Moon;Nightswimming
Robbie Williams|Life thru a Lens|1997|Angels;Let Me Entertain You
Rod Stewart|Every Picture Tells a Story|1971|Maggie May;Reason to Believe
Sam Fender|Seventeen Going Under|2021|Seventeen Going Under;Getting Started
Simon & Garfunkel|Bookends|1968|Mrs. Robinson;America
Simon & Garfunkel|Bridge over Troubled Water|1970|The Boxer;Bridge over Troubled Water;Cecilia
Simple Minds|Once Upon a Time|1985|Alive and Kicking;Sanctify Yourself
Snow Patrol|Final Straw|2003|Run;Chocolate;Spitting Games
Snow Patrol|Eyes Open|2006|Chasing Cars;You're All I Have
Squeeze|Cool for Cats|1979|Up the Junction;Cool for Cats
Squeeze|East Side Story|1981|Tempted;Labelled with Love
Stereophonics|Performance and Cocktails|1999|The Bartender and the Thief;Just Looking;Pick a Part That's New
Stereophonics|Language. Sex. Violence. Other?|2005|Dakota;Superman
Stevie Wonder|Talking Book|1972|Superstition;You Are the Sunshine of My Life
Stevie Wonder|Songs in the Key of Life|1976|Sir Duke;I Wish;Isn't She Lovely;As
Steve Harley & Cockney Rebel|The Best Years of Our Lives|1975|Make Me Smile (Come Up and See Me)
Supergrass|I Should Coco|1995|Alright;Caught by the Fuzz
Talking Heads|Speaking in Tongues|1983|Burning Down the House;This Must Be the Place (Naive Melody)
Talking Heads|Talking Heads: 77|1977|Psycho Killer
Taylor Swift|1989|2014|Shake It Off;Blank Space;Style
Tears for Fears|Songs from the Big Chair|1985|Everybody Wants to Rule the World;Shout;Head over Heels
The Beatles|A Hard Day's Night|1964|A Hard Day's Night;Can't Buy Me Love;And I Love Her
The Beatles|Help!|1965|Help!;Yesterday;Ticket to Ride
The Beatles|Revolver|1966|Eleanor Rigby;Got to Get You into My Life;Here, There and Everywhere
The Beatles|The Beatles|1968|While My Guitar Gently Weeps;Back in the U.S.S.R.;Blackbird
The Beatles|Abbey Road|1969|Come Together;Something;Here Comes the Sun
The Beatles|Let It Be|1970|Let It Be;Get Back;Across the Universe
The Clash|London Calling|1979|London Calling;Train in Vain;The Guns of Brixton
The Clash|Combat Rock|1982|Should I Stay or Should I Go;Rock the Casbah
The Commitments|The Commitments|1991|Mustang Sally;Try a Little Tenderness;Chain of Fools
The Cranberries|No Need to Argue|1994|Zombie;Ode to My Family
The Cranberries|Everybody Else Is Doing It, So Why Can't We?|1993|Linger;Dreams
The Cure|Disintegration|1989|Lovesong;Pictures of You;Lullaby
The Cure|Wish|1992|Friday I'm in Love;High
The Cure|Kiss Me, Kiss Me, Kiss Me|1987|Just Like Heaven;Why Can't I Be You?
The Doors|The Doors|1967|Light My Fire;Break On Through (To the Other Side)
The Fratellis|Costello Music|2006|Chelsea Dagger;Whistle for the Choir;Henrietta
The Jam|All Mod Cons|1978|Down in the Tube Station at Midnight;English Rose
The Jam|Sound Affects|1980|That's Entertainment;Start!
The Jam|The Gift|1982|Town Called Malice;Carnation
The Jimi Hendrix Experience|Are You Experienced|1967|Purple Haze;Hey Joe;The Wind Cries Mary;Foxey Lady
The Jimi Hendrix Experience|Electric Ladyland|1968|All Along the Watchtower;Voodoo Child (Slight Return)
The Killers|Hot Fuss|2004|Mr. Brightside;Somebody Told Me;All These Things That I've Done;Smile Like You Mean It
The Killers|Sam's Town|2006|When You Were Young;Read My Mind
The Kinks|Kinks|1964|You Really Got Me
The Kinks|Something Else|1967|Waterloo Sunset;David Watts
The Kinks|Lola Versus Powerman and the Moneygoround, Part One|1970|Lola;Apeman
The Kooks|Inside In/Inside Out|2006|Naive;She Moves in Her Own Way;Ooh La
The La's|The La's|1990|There She Goes;Timeless Melody
The Monkees|More of the Monkees|1967|I'm a Believer;(I'm Not Your) Steppin' Stone
The Police|Outlandos d'Amour|1978|Roxanne;So Lonely;Can't Stand Losing You
The Police|Reggatta de Blanc|1979|Message in a Bottle;Walking on the Moon
The Police|Synchronicity|1983|Every Breath You Take;Wrapped Around Your Finger
The Pogues|If I Should Fall from Grace with God|1988|Fairytale of New York;Fiesta
The Pretenders|Pretenders|1980|Brass in Pocket;Stop Your Sobbing;Kid
The Proclaimers|Sunshine on Leith|1988|I'm Gonna Be (500 Miles);Sunshine on Leith;I'm On My Way
The Rolling Stones|Out of Our Heads|1965|(I Can't Get No) Satisfaction
The Rolling Stones|Aftermath|1966|Paint It, Black;Under My Thumb
The Rolling Stones|Let It Bleed|1969|Gimme Shelter;You Can't Always Get What You Want
The Rolling Stones|Sticky Fingers|1971|Brown Sugar;Wild Horses
The Smiths|The Smiths|1984|This Charming Man;What Difference Does It Make?;Hand in Glove
The Smiths|The Queen Is Dead|1986|There Is a Light That Never Goes Out;Bigmouth Strikes Again;The Boy with the Thorn in His Side
The Specials|The Specials|1979|A Message to You Rudy;Too Much Too Young;Gangsters
The Specials|Ghost Town|1981|Ghost Town
The Stone Roses|The Stone Roses|1989|I Wanna Be Adored;She Bangs the Drums;Waterfall;I Am the Resurrection;Fools Gold
The Stranglers|La Folie|1981|Golden Brown
The Strokes|Is This It|2001|Last Nite;Someday;Hard to Explain
The Temptations|The Temptations Sing Smokey|1965|My Girl;Get Ready
The Undertones|The Undertones|1979|Teenage Kicks;Jimmy Jimmy
The Verve|Urban Hymns|1997|Bitter Sweet Symphony;The Drugs Don't Work;Lucky Man;Sonnet
The Waterboys|Fisherman's Blues|1988|Fisherman's Blues;And a Bang on the Ear
The Weeknd|After Hours|2020|Blinding Lights;Save Your Tears;In Your Eyes
The White Stripes|Elephant|2003|Seven Nation Army;The Hardest Button to Button
The Who|My Generation|1965|My Generation;The Kids Are Alright
The Who|Who's Next|1971|Baba O'Riley;Won't Get Fooled Again;Behind Blue Eyes
The Wombats|A Guide to Love, Loss & Desperation|2007|Let's Dance to Joy Division;Kill the Director
The Zutons|Tired of Hanging Around|2006|Valerie;Why Won't You Give Me Your Love?
Thin Lizzy|Jailbreak|1976|The Boys Are Back in Town;Jailbreak
Thin Lizzy|Bad Reputation|1977|Dancing in the Moonlight (It's Caught Me in Its Spotlight)
Tina Turner|Private Dancer|1984|What's Love Got to Do with It;Private Dancer
Tina Turner|Foreign Affair|1989|The Best;Steamy Windows
Tom Petty|Full Moon Fever|1989|Free Fallin';I Won't Back Down;Runnin' Down a Dream
Toploader|Onka's Big Moka|1999|Dancing in the Moonlight;Achilles Heel
Toto|Toto IV|1982|Africa;Rosanna
Tracy Chapman|Tracy Chapman|1988|Fast Car;Talkin' Bout a Revolution;Baby Can I Hold You
Travis|The Man Who|1999|Why Does It Always Rain on Me?;Driftwood;Writing to Reach You
Travis|The Invisible Band|2001|Sing;Side
T. Rex|Electric Warrior|1971|Get It On;Jeepster;Cosmic Dancer
T. Rex|The Slider|1972|Metal Guru;Telegram Sam
U2|The Joshua Tree|1987|With or Without You;I Still Haven't Found What I'm Looking For;Where the Streets Have No Name
U2|Achtung Baby|1991|One;Mysterious Ways
Van Morrison|Blowin' Your Mind!|1967|Brown Eyed Girl
Van Morrison|Moondance|1970|Moondance;Into the Mystic;Crazy Love
Wham!|Make It Big|1984|Wake Me Up Before You Go-Go;Freedom;Careless Whisper
Wheatus|Wheatus|2000|Teenage Dirtbag;A Little Respect
Whitney Houston|Whitney|1987|I Wanna Dance with Somebody (Who Loves Me);So Emotional
ZZ Top|Eliminator|1983|Gimme All Your Lovin';Sharp Dressed Man;Legs
`

export const albums: readonly Album[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [artist = '', album = '', year = '', titles = ''] = line.split('|')
    return { artist, album, year: Number(year), titles: titles.split(';') }
  })
