package naming

// ordinaryWords begin sentences, or have a capital for another reason than being a name.
const ordinaryWords = `
a about above according across actually after again against ago all almost along already also although always am among an and another any
anybody anyone anything anyway apparently are as asked ask at away back be because been before behind being below besides best better between
both but by bye call called can cannot careful check confirmed consider could currently decided did discussed do does done don't due during each
earlier early either else email emailed enough even eventually ever every everybody everyone everything except few filed finally first fix fixed for
found from further get give given go good got great had half happy has have he hello help helped hence her here hers hi him his hope how however i i'd
i'll i'm i've if in indeed initially instead into is it it's its itself just keep kept know last lastly late later least less let let's like likely
locally looks made make many maybe me meanwhile meet met might mine more moreover most mostly much must my myself need needs neither never
nevertheless next no nobody none nor not note noted nothing now nowhere of off often ok okay old on once one only onto or original other others
otherwise our ours out over overall own part people per perhaps ping please possibly presumably previously probably promised put rather read really
recently recommended remember right run said same saw second see seen send sent set several shall she should similarly simply since so some
somebody someone something sometimes somewhere soon still such suddenly suggested sure take tell than thank thanks that that's the their theirs them
then there therefore these they they're thing things think third this those though three through throughout thus till to today together told
tomorrow tonight too took toward towards traced tried try trying two under unfortunately unless unlike until up upon us use used useful users user
using usually various very via wait want wants was we we'd we'll we're we've well went were what whatever when whenever where whereas whether which
while who whoever whole whom whose why will with within without wondering work works would wrote yeah yes yesterday yet you you're your yours
afternoon evening morning night noon week weekend month year years day days hour hours spring summer autumn fall winter
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
christmas easter halloween thanksgiving ramadan hanukkah
english german french spanish italian russian chinese japanese korean dutch portuguese polish greek turkish arabic hebrew hindi swedish danish
american british european african asian canadian australian indian mexican irish scottish
ceo cfo cto coo vp pm sre phd api url id ui ux pr prs ai ml llm db sql faq todo warning error tip info section chapter figure table appendix step phase part version
internet web app server client team project meeting section mom dad mum mama papa grandma grandpa god
der die das den dem des ein eine einen einem einer eines und oder aber doch denn weil wenn als wie wo was wer warum ich du er sie es wir ihr mich
mir dich dir sich uns euch ihn ihm ihnen mein dein sein ihre unser euer kein keine nicht auch nur noch schon sehr mehr hier dort heute gestern morgen
immer nie oft bei mit nach von zu zum zur im in an am auf aus für über unter vor zwischen durch gegen ohne um bis seit ist sind war waren hat haben
wird werden kann können muss müssen soll sollen will wollen anscheinend außerdem danach dann dabei daher deshalb dies diese dieser dieses jede jeder
jedes alle alles man etwas nichts ende anfang mitte januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag
samstag sonntag
le la les l' un une des du de d' et ou mais donc car ni que qui quoi dont où quand comment pourquoi je tu il elle on nous vous ils elles me te se lui
leur mon ton son ma ta sa mes tes ses notre votre nos vos leurs ce cet cette ces ça ici là aujourd'hui hier demain toujours jamais souvent avec sans
sous sur dans par pour entre vers chez depuis pendant avant après est sont était a ont avait être avoir très plus moins aussi encore déjà apparemment
janvier février mars avril juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche
el los las unos unas y o pero porque aunque si no sí cuando donde como quien cual yo tú él ella nosotros vosotros ellos ellas usted ustedes mi tu su
nuestro este esta estos estas ese esa eso aquel aquí allí hoy ayer mañana siempre nunca con sin sobre para por entre hacia desde hasta durante antes
después es son era fue está están ha han había muy más menos también todavía ya según aparentemente al del lo se le enero febrero marzo abril mayo
junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo
и а но или что как где когда почему кто это этот эта эти тот та те он она оно они мы вы ты я его её ее их мой твой наш ваш свой в во на с со к ко о об
от до из за по под над при для без через после перед между не ни да нет уже ещё еще очень также тоже только если чтобы потому поэтому был была было
были есть все всё весь там тут здесь сегодня вчера завтра всегда никогда потом затем теперь сейчас по-видимому пользователь январь февраль март апрель
май июнь июль август сентябрь октябрь ноябрь декабрь понедельник вторник среда четверг пятница суббота воскресенье
`

// commonNames are names of things that everybody knows; by themselves they are no entity of a
// vault. Part of a longer name they count: "Python Users Turin".
const commonNames = `
android angular ansible apache apple arduino arxiv aws azure bash bitcoin bluetooth chrome chromium clang cobol confluence debian discord django
docker dropbox eclipse electron elixir emacs erlang excel facebook fedora figma firefox flask fortran git github gitlab gmail google gradle grafana
haskell helm heroku instagram java javascript jenkins jira jupyter kafka kotlin kubernetes latex linkedin linux lua mac macos markdown maven
microsoft mongo mongodb mysql netflix nginx node notion numpy obsidian ocaml oracle outlook paypal perl photoshop php postgres postgresql powershell
prometheus pytest python pytorch rails raspberry react reddit redis ruby rust safari scala sentry shell slack spotify sqlite stripe svelte swift
telegram tensorflow terraform twitch twitter typescript ubuntu unix vim vue whatsapp wikipedia windows xcode yaml youtube zig zoom zoho
africa america asia australia austria belgium brazil britain canada china denmark england europe finland france germany greece india ireland israel italy
japan korea mexico netherlands norway poland portugal russia scotland spain sweden switzerland turkey ukraine usa
north south east west earth internet bible
author category context created date details location owner priority source status summary tag tags title type updated
thanks sorry congrats wow hey jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri sat sun
`

// houseWords end the names of what is no person.
const houseWords = `
academy agency airport association avenue bakery bank bar bay beach board bridge bureau cafe café cathedral center centre church city clinic club
college committee community company conference congress conservatory cooperative corp corporation council county court department district drive
fair farm festival foundation fund gallery garden gardens gmbh group hall harbor harbour hospital hotel house inc industries institute island journal
kitchen lab laboratory labs lake lane library limited llc logistics ltd market meetup mill ministry mountain museum network nursery office orchard
orchestra park partners party pier place plaza press program project railway republic research restaurant review ridge river road school schools
science sciences services shop society software solutions square station store street studio studios summit systems team technologies telemetry
theater theatre times tower town trail trust university valley village works workshop
`
