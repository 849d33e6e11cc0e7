# check: definition call use inherit
module Loud
#^ trait Loud
  def announce(text); end
  #^ method Loud.announce
end

class Document
#^ class Document
  def stamp; end
  #^ method Document.stamp
  def save; end
  #^ method Document.save
end

module Tracked
#^ trait Tracked
  def stamp; end
  #^ method Tracked.stamp
  def save
  #^ method Tracked.save
    super
    #^ call Document.save -> Tracked.save
  end
end

class Invoice < Document
#^ class Invoice; inherit Document -> Invoice; inherit Tracked -> Invoice; inherit Loud -> Invoice; inherit app/totals.rb#Billing::Totals -> Invoice
  include Tracked
  include Billing::Totals

  def close
  #^ method Invoice.close
    recount
    #^ call app/totals.rb#Billing::Totals.recount -> Invoice.close
    self.compute_total
    #^ call app/totals.rb#Billing::Totals.compute_total -> Invoice.close
    stamp
    #^ call Tracked.stamp -> Invoice.close
    Billing::Missing.new
  end

  class << self
    include Loud

    def audit
    #^ method Invoice.audit
      announce("x")
      #^ call Loud.announce -> Invoice.audit
    end
  end
end

module Timed
#^ trait Timed
  def render
  #^ method Timed.render
    super
    #^ call Report.render -> Timed.render
  end
end

class Report
#^ class Report; inherit Timed -> Report
  prepend Timed

  def render; end
  #^ method Report.render

  def show
  #^ method Report.show
    render
    #^ call Timed.render -> Report.show
    recount
    #^ call app/totals.rb#Totals.recount -> Report.show
  end
end

class Yearly < Report
#^ class Yearly; inherit Report -> Yearly
  def render
  #^ method Yearly.render
    super
    #^ call Timed.render -> Yearly.render
  end
end

Report.send(:include, Totals)
#^ inherit app/totals.rb#Totals -> Report; use Report -> module; use app/totals.rb#Totals -> module
