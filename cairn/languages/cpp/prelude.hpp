// Types of the standard library that matter for the types of expressions, and the built-in ones.
struct bool_ {}; struct char_ {}; struct short_ {}; struct ushort_ {}; struct int_ {}; struct uint_ {}; struct long_ {}; struct ulong_ {};
struct llong_ {}; struct ullong_ {}; struct float_ {}; struct double_ {}; struct ldouble_ {}; struct nullptr_ {}; struct void_ {};
struct zero_ {};
template <typename T> struct ptr_ {};
typedef unsigned long size_t; typedef long ssize_t; typedef long ptrdiff_t; typedef long intptr_t; typedef unsigned long uintptr_t;
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t; typedef unsigned long uint64_t;
namespace std {
using size_t = unsigned long; using ptrdiff_t = long; using nullptr_t = nullptr_;
using int8_t = signed char; using int16_t = short; using int32_t = int; using int64_t = long;
using uint8_t = unsigned char; using uint16_t = unsigned short; using uint32_t = unsigned int; using uint64_t = unsigned long;
template <typename A, typename B> struct pair { A first; B second; };
template <typename A, typename B> struct tuple { };
template <typename A, typename B> pair<A, B> make_pair(A a, B b);
template <typename T> struct initializer_list { T* begin(); T* end(); size_t size(); };
template <typename T> struct unique_ptr { T* operator->(); T& operator*(); T* get(); T* release(); void reset(T* p); T& operator[](size_t i); };
template <typename T> struct shared_ptr { T* operator->(); T& operator*(); T* get(); void reset(T* p); long use_count(); };
template <typename T> struct weak_ptr { shared_ptr<T> lock(); bool expired(); void reset(); };
template <typename T> unique_ptr<T> make_unique();
template <typename T> shared_ptr<T> make_shared();
template <typename T> struct optional { T* operator->(); T& operator*(); T& value(); T value_or(T other); bool has_value(); };
template <typename T> struct reference_wrapper { T& get(); };
template <typename T> reference_wrapper<T> ref(T& value);
template <typename T> struct atomic { T load(); void store(T value); T exchange(T value); };
template <typename T> struct function { };
template <typename T> struct iterator_ { T* operator->(); T& operator*(); };
struct string {
  string(); string(const char* text); size_t size() const; size_t length() const; bool empty() const; const char* c_str() const; const char* data() const;
  char& operator[](size_t i); char& at(size_t i); char& front(); char& back(); char* begin(); char* end(); string substr(size_t start, size_t count) const;
  size_t find(const string& text, size_t start) const; string& append(const string& text); void push_back(char c); void clear(); void resize(size_t count);
};
struct wstring { };
struct string_view {
  string_view(const char* text); size_t size() const; bool empty() const; const char* data() const; string_view substr(size_t start, size_t count) const; char* begin(); char* end();
};
string to_string(int value);
template <typename T> struct vector {
  T& operator[](size_t i); T& at(size_t i); T& front(); T& back(); T* data(); iterator_<T> begin(); iterator_<T> end(); iterator_<T> cbegin(); iterator_<T> rbegin();
  iterator_<T> insert(iterator_<T> at, T value); iterator_<T> erase(iterator_<T> at); T& emplace_back(); size_t size() const; bool empty() const; void push_back(T value); void pop_back(); void clear();
};
template <typename T> struct array { T& operator[](size_t i); T& at(size_t i); T& front(); T& back(); T* data(); iterator_<T> begin(); iterator_<T> end(); size_t size() const; };
template <typename T> struct deque {
  T& operator[](size_t i); T& at(size_t i); T& front(); T& back(); iterator_<T> begin(); iterator_<T> end(); iterator_<T> erase(iterator_<T> at); T& emplace_back(); size_t size() const; bool empty() const;
};
template <typename T> struct list { T& front(); T& back(); iterator_<T> begin(); iterator_<T> end(); iterator_<T> erase(iterator_<T> at); iterator_<T> insert(iterator_<T> at, T value); size_t size() const; bool empty() const; };
template <typename T> struct forward_list { T& front(); iterator_<T> begin(); iterator_<T> end(); };
template <typename T> struct queue { T& front(); T& back(); size_t size() const; bool empty() const; };
template <typename T> struct priority_queue { T& top(); size_t size() const; bool empty() const; };
template <typename T> struct stack { T& top(); size_t size() const; bool empty() const; };
template <typename T> struct set { iterator_<T> begin(); iterator_<T> end(); iterator_<T> find(T key); pair<iterator_<T>, bool> insert(T value); size_t size() const; bool empty() const; };
template <typename T> struct multiset { iterator_<T> begin(); iterator_<T> end(); iterator_<T> find(T key); };
template <typename T> struct unordered_set { iterator_<T> begin(); iterator_<T> end(); iterator_<T> find(T key); pair<iterator_<T>, bool> insert(T value); size_t size() const; bool empty() const; };
template <typename K, typename V> struct map {
  V& operator[](K key); V& at(K key); iterator_<pair<K, V>> begin(); iterator_<pair<K, V>> end(); iterator_<pair<K, V>> find(K key);
  iterator_<pair<K, V>> lower_bound(K key); iterator_<pair<K, V>> upper_bound(K key); pair<iterator_<pair<K, V>>, bool> insert(pair<K, V> value); size_t size() const; bool empty() const; size_t count(K key) const;
};
template <typename K, typename V> struct multimap { iterator_<pair<K, V>> begin(); iterator_<pair<K, V>> end(); iterator_<pair<K, V>> find(K key); };
template <typename K, typename V> struct unordered_map {
  V& operator[](K key); V& at(K key); iterator_<pair<K, V>> begin(); iterator_<pair<K, V>> end(); iterator_<pair<K, V>> find(K key);
  pair<iterator_<pair<K, V>>, bool> insert(pair<K, V> value); size_t size() const; bool empty() const; size_t count(K key) const;
};
template <typename T> struct span { T& operator[](size_t i); T& front(); T& back(); iterator_<T> begin(); iterator_<T> end(); T* data(); size_t size() const; };
struct exception { const char* what() const; };
struct runtime_error : public exception { }; struct logic_error : public exception { }; struct invalid_argument : public logic_error { };
struct out_of_range : public logic_error { }; struct bad_alloc : public exception { }; struct length_error : public logic_error { };
template <typename T> T min(T a, T b);
template <typename T> T max(T a, T b);
}
