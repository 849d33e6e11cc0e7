# check: definition call use
class Worker
#^ class Worker
  before_save :run, if: :ready
  #^ use Worker.run -> Worker; use Worker.ready -> Worker
  alias_method :start, :run
  #^ method Worker.start; use Worker.run -> Worker.start
  alias begin_now run
  #^ method Worker.begin_now; use Worker.run -> Worker.begin_now
  define_method(:dynamic) { run }
  #^ method Worker.dynamic; call Worker.run -> Worker.dynamic

  def run; end
  #^ method Worker.run
  def ready; end
  #^ method Worker.ready

  def call(list)
  #^ method Worker.call
    method(:run)
    #^ use Worker.run -> Worker.call
    send(:run)
    #^ call Worker.run -> Worker.call
    list.map(&:ready)
    #^ call Worker.ready -> Worker.call
    while ready do run end
    #^ call Worker.ready -> Worker.call; call Worker.run -> Worker.call
    case run
    #^ call Worker.run -> Worker.call
    when ready then dynamic
    #^ call Worker.ready -> Worker.call; call Worker.dynamic -> Worker.call
    end
    [*run, **ready]
    #^ call Worker.run -> Worker.call; call Worker.ready -> Worker.call
    list[run] += ready
    #^ call Worker.run -> Worker.call; call Worker.ready -> Worker.call
    run rescue ready
    #^ call Worker.run -> Worker.call; call Worker.ready -> Worker.call
    start
    #^ call Worker.start -> Worker.call
  end
end
