-- Sends by POST the body that stands after -- on the command line.
function init(args)
  wrk.method = "POST"
  wrk.body = args[1]
end
