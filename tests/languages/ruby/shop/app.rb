require 'json'
require_relative 'lib/store'
#^ import lib/store.rb

def helper(text)
#^ function helper
  JSON.parse(text)
end

module Shop
#^ trait Shop
  class User < Base
  #^ class Shop.User
  #^ inherit lib/store.rb#Shop.Base -> Shop.User
  #^ inherit lib/store.rb#Shop.Named -> Shop.User
    include Named

    attr_accessor :store, :other
    #^ field Shop.User.other
    #^ field Shop.User.store

    def initialize(name, size = 2)
    #^ method Shop.User.initialize
      super(size)
      #^ call lib/store.rb#Shop.Base.initialize -> Shop.User.initialize
      @store = Store.new
      #^ call lib/store.rb#Shop.Store -> Shop.User.initialize
      @other = Shop::Store.new
      #^ call lib/store.rb#Shop.Store -> Shop.User.initialize
      @unknown = name
    end

    def self.build(name)
    #^ method Shop.User.build
      new(name)
      #^ call Shop.User -> Shop.User.build
    end

    def run
    #^ method Shop.User.run
      title
      #^ call lib/store.rb#Shop.Named.title -> Shop.User.run
      save
      #^ call Shop.User.save -> Shop.User.run
      @store.put(LIMIT)
      #^ call lib/store.rb#Shop.Store.put -> Shop.User.run
      other.put(RATE)
      #^ call lib/store.rb#Shop.Store.put -> Shop.User.run
      self.store.put(1)
      #^ call lib/store.rb#Shop.Store.put -> Shop.User.run
      helper('x')
      #^ call helper -> Shop.User.run
      @unknown.lost
      lost
      count = size_of(2)
      #^ call Shop.User.size_of -> Shop.User.run
      count.lost
      user = User.build(1)
      #^ call Shop.User.build -> Shop.User.run
      user.run
      #^ call Shop.User.run -> Shop.User.run
      Store.open.seal
      #^ call lib/store.rb#Shop.Store.open -> Shop.User.run
      #^ call lib/store.rb#Shop.Store.seal -> Shop.User.run
      [1].each { |one| one.lost; title }
      #^ call lib/store.rb#Shop.Named.title -> Shop.User.run
      raise Failure unless count
    end

    def save
    #^ method Shop.User.save
      super
      #^ call lib/store.rb#Shop.Base.save -> Shop.User.save
    end

    private

    def size_of(row)
    #^ method Shop.User.size_of
      Util.twice(row)
      #^ call Shop.Util.twice -> Shop.User.size_of
    end
  end

  # Opened once more.
  class User
  #^ class Shop.User~2
    def again
    #^ method Shop.User.again
      run
      #^ call Shop.User.run -> Shop.User.again
      Util::Deep.new.go
      #^ call Shop.Util.Deep -> Shop.User.again
      #^ call Shop.Util.Deep.go -> Shop.User.again
    end
  end

  class Failure < StandardError; end
  #^ class Shop.Failure

  module Util
  #^ trait Shop.Util
    class Deep
    #^ class Shop.Util.Deep
      def go; end
      #^ method Shop.Util.Deep.go
    end

    def self.twice(row)
    #^ method Shop.Util.twice
      row * 2
    end
  end
end

class Outside < ActiveRecord::Base
#^ class Outside
  def go
  #^ method Outside.go
    Shop::User.new('a').again
    #^ call Shop.User -> Outside.go
    #^ call Shop.User.again -> Outside.go
    where(1)
  end
end

helper('{}')
#^ call helper -> module
Shop::User.build('b').run
#^ call Shop.User.build -> module
#^ call Shop.User.run -> module
