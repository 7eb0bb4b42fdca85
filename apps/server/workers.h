// Workers: threads that do what takes longer than a loop of connections may wait.
#ifndef GALLEY_APPS_SERVER_WORKERS_H_
#define GALLEY_APPS_SERVER_WORKERS_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace galley::server {

class Workers {
 public:
  Workers(size_t threads, size_t longest_queue) : longest_queue_(longest_queue) {
    for (size_t at = 0; at < threads; ++at) threads_.emplace_back([this] { Work(); });
  }
  // Waits for what is being done; what only waits is left.
  ~Workers() {
    Stop({});
    for (std::thread& thread : threads_) thread.join();
  }

  // False where too much waits already.
  bool Add(std::function<void()> work) {
    {
      const std::lock_guard hold(lock_);
      if (queue_.size() >= longest_queue_) return false;
      queue_.push_back(std::move(work));
    }
    wake_.notify_one();
    return true;
  }

  // Begins nothing more; whether all that was begun is done within that time.
  bool Stop(std::chrono::milliseconds patience) {
    std::deque<std::function<void()>> left;  // goes without the lock
    std::unique_lock hold(lock_);
    is_over_ = true;
    left.swap(queue_);
    wake_.notify_all();
    return idle_.wait_for(hold, patience, [this] { return busy_ == 0; });
  }

 private:
  void Work() {
    std::unique_lock hold(lock_);
    while (true) {
      wake_.wait(hold, [this] { return is_over_ || !queue_.empty(); });
      if (is_over_) return;
      std::function<void()> work = std::move(queue_.front());
      queue_.pop_front();
      ++busy_;
      hold.unlock();
      work();
      work = nullptr;  // what it held goes now
      hold.lock();
      if (--busy_ == 0) idle_.notify_all();
    }
  }

  size_t longest_queue_;
  std::mutex lock_;
  std::condition_variable wake_;
  std::condition_variable idle_;
  std::deque<std::function<void()>> queue_;
  size_t busy_ = 0;
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_WORKERS_H_
